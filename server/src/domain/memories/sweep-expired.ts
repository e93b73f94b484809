import { type Coalesced, poll } from '../../lib/coalesce.ts';
import { findOrAdd } from '../../lib/find-or-add.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import { type NewDeletion, noCodes } from './deletion-kinds.ts';
import type { MemoryStore } from './memory-store.ts';

/** The maximum of memories that are removed at once, because other writes wait in the meantime. */
const maxAtOnce = 50;

export interface SweepServices {
  store: Pick<MemoryStore, 'expired' | 'commit'>;
  identifiers: Pick<Identifiers, 'deletion'>;
  clock: Clock;
}

/** Removes expired memories permanently, step by step, with one receipt for each account. Resolves to their number. */
export async function sweepExpired({ store, identifiers, clock }: SweepServices, signal: AbortSignal): Promise<number> {
  const receipts = new Map<string, NewDeletion>();
  let swept = 0;
  while (!signal.aborted) {
    const expired = await store.expired(maxAtOnce);
    const commits = [...Map.groupBy(expired, ({ accountId }) => accountId)].map(([accountId, some]) => ({
      accountId,
      deletion: findOrAdd(receipts, accountId, () => toReceipt(accountId)),
      changes: some.map(({ id }) => ({ kind: 'remove', id, expired: true }) as const),
    }));
    const results = commits.length > 0 ? await store.commit(commits) : [];
    const written = commits.filter((_, at) => results[at]?.kind === 'written');
    // Another process may be removing the same memories. The next sweep finds the remaining ones.
    if (written.length === 0) break;
    for (const { changes } of written) swept += changes.length;
  }
  return swept;

  function toReceipt(accountId: string): NewDeletion {
    const nothing = { parameters: {}, ...noCodes, actor: null };
    return { id: identifiers.deletion(), accountId, kind: 'expiry', ...nothing, startedAt: clock.now() };
  }
}

/** Expired memories are removed within a minute, even if one sweep fails. */
const everyMs = 20_000;

export function startExpirySweeps({
  onError,
  ...services
}: SweepServices & { onError(error: unknown): void }): Coalesced {
  const sweeps = poll((stopping) => sweepExpired(services, stopping).then(() => undefined, onError), everyMs);
  void sweeps.run();
  return sweeps;
}
