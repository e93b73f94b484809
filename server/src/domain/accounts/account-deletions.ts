import { type Coalesced, poll } from '../../lib/coalesce.ts';
import { untilNone } from '../../lib/until-none.ts';
import type { Clock } from '../../ports/clock.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { type AccountDependencies, type AccountServices, identifierOf } from './account-records.ts';
import { endedToken } from './commands.ts';
import { type Account, accounts, type DeletionCounts } from './kinds.ts';
import { findByPassword } from './passwords.ts';

/** The maximum of deletions that are read at once. Later ones follow when those have ended. */
const maxPending = 1_000;

export interface DeleteAccountInput {
  account: Account;
  password: string;
  /** The session of the request. Wrong passwords count for it. */
  tokenHash: string;
  address: string;
}

/** Ends all credentials of an account. @throws {DomainError} `rate_limited`; `invalid_request` for a wrong password */
export async function deleteAccount(
  services: AccountServices,
  { account, password, tokenHash, address }: DeleteAccountInput,
) {
  const identifier = identifierOf(account);
  const found = await services.throttle.ownPassword({ identifier, address, session: tokenHash }, () =>
    findByPassword(services, identifier, password),
  );
  if (!found) throw invalidRequest({ path: '/password', message: 'is not the current password' });
  const begun = await beginDeletion(services, account.id);
  // Another request deleted the account in the meantime.
  if (!begun) throw endedToken();
  services.onDeletion?.();
  return begun;
}

/** From then on, nothing finds the account, and its email or phone is free. Undefined when there is no such account. */
export async function beginDeletion({ records, clock, identifiers }: AccountDependencies, accountId: string) {
  const deletionId = identifiers.deletion();
  const stored = await records.query(accountId, 'countStored', { accountId });
  const begun = { accountId, id: deletionId, at: clock.now(), stored };
  const counts = await records.run(accountId, 'beginDeletion', begun);
  return counts && { deletionId, counts };
}

/** The receipt of a deletion, after a scan of the store that found no remaining rows. */
export interface DeletionReceipt {
  id: string;
  accountId: string;
  begunAt: number;
  verifiedAt: number;
  counts: DeletionCounts;
}

interface DeletionOptions {
  records: Pick<AccountDependencies['records'], 'run' | 'scan'>;
  clock: Clock;
  onReceipt(receipt: DeletionReceipt): void;
  onError(error: unknown): void;
  /** The time within which requests that began before a deletion may still write. @default 0: at no time */
  graceMs?: number;
  /** Drops what is kept in memory of deleted accounts. */
  forget?: (() => Promise<void>) | undefined;
  /** The interval of checks for deletions that another process has begun. @default 5000 */
  everyMs?: number;
}

/** Removes the remaining data of deleted accounts, including deletions that began before a restart. */
export function startAccountDeletions(options: DeletionOptions): Coalesced {
  const { records, clock, onReceipt, onError, graceMs = 0, forget, everyMs = 5_000 } = options;

  async function removeAll(stopping: AbortSignal): Promise<void> {
    for (const account of await records.scan(accounts, 'deletion', { of: [], limit: maxPending })) {
      const { id: accountId, deletionId: id, deletionBegunAt: begunAt, deletionCounts: counts } = account;
      if (id === null || begunAt === null || counts === null) continue;
      const deletion = { accountId, id };
      await untilNone(async () => (stopping.aborted ? 0 : records.run(accountId, 'removeOfAccount', deletion)));
      if (stopping.aborted) return;
      if (!(await records.run(accountId, 'finishDeletion', { ...deletion, graceMs }))) continue;
      await forget?.();
      onReceipt({ ...deletion, begunAt, counts, verifiedAt: clock.now() });
    }
  }

  // After an error, the next run continues where this one ended.
  const removals = poll((stopping) => removeAll(stopping).catch(onError), everyMs);
  void removals.run();
  return removals;
}
