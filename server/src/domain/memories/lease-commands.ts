import type { Transaction } from '../../ports/record-store.ts';
import type { ClaimKey } from './claim.ts';
import { memories, type StoredMemory } from './kinds.ts';
import { noLease } from './stored-memory.ts';

/** The claims of a worker. */
interface HeldClaims {
  worker: string;
  claims: readonly ClaimKey[];
}

interface EndedLeases {
  /** The names of the leases. */
  leases: readonly string[];
  /**
   * `crashed`: the worker crashed, which is counted. `lost`: no worker received the memories, so the attempt is not
   * counted.
   */
  reason: 'crashed' | 'lost';
  /** The time from which they are due. @default now */
  at?: number;
}

/** The maximum of memories whose leases one command ends. */
const maxAtOnce = 500;

export const leaseCommands = {
  async extendLeases(tx: Transaction, { until, ...held }: HeldClaims & { until: number }): Promise<void> {
    for (const { memory, claim } of await findHeld(tx, held)) {
      tx.patch(memories, memory, claim.purpose === 'ingest' ? { nextAttemptAt: until } : { reembedAt: until });
    }
  },

  async releaseMemories(
    tx: Transaction,
    { at, rejected, ...held }: HeldClaims & { at: number; rejected: boolean },
  ): Promise<void> {
    for (const { memory, claim } of await findHeld(tx, held)) {
      const reembedAttempts = memory.reembedAttempts - Number(!rejected);
      const due = claim.purpose === 'ingest' ? { nextAttemptAt: at } : { reembedAt: at, reembedAttempts };
      tx.patch(memories, memory, { ...due, ...noLease });
    }
  },

  /** Makes leased memories due. @returns how many there were, at most a slice */
  async endLeases(tx: Transaction, { leases, reason, at = tx.now }: EndedLeases): Promise<number> {
    const ended: StoredMemory[] = [];
    for (const lease of leases) {
      if (ended.length >= maxAtOnce) break;
      ended.push(...(await tx.scan(memories, 'leased', { of: [lease], limit: maxAtOnce - ended.length })));
    }
    for (const memory of ended) tx.patch(memories, memory, endedLease(memory, reason, at));
    return ended.length;
  },
};

function endedLease(memory: StoredMemory, reason: EndedLeases['reason'], at: number): Partial<StoredMemory> {
  const { status, attempts, reembedAttempts, crashCount } = memory;
  const isLost = reason === 'lost';
  // The attempts to re-embed a memory include crashes.
  if (status === 'ready') return { ...noLease, reembedAt: 0, reembedAttempts: reembedAttempts - Number(isLost) };
  const due = { ...noLease, nextAttemptAt: at };
  return isLost ? { ...due, attempts: attempts - 1 } : { ...due, crashCount: (crashCount ?? 0) + 1 };
}

/** Finds the memories that a worker still has leased, with the same text. */
async function findHeld(
  tx: Transaction,
  { worker, claims }: HeldClaims,
): Promise<{ memory: StoredMemory; claim: ClaimKey }[]> {
  const found = await tx.getMany(
    memories,
    claims.map(({ accountId, id }) => ({ accountId, id })),
  );
  return claims.flatMap((claim, at) => {
    const memory = found[at];
    const status = claim.purpose === 'ingest' ? 'pending' : 'ready';
    if (memory?.status !== status || memory.revision !== claim.revision) return [];
    return memory.leasedBy?.startsWith(`${worker}/`) ? { memory, claim } : [];
  });
}
