import type { Clock } from '../../ports/clock.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { findReplay, type Idempotency, type Preparation } from './commit-write.ts';

export interface DeletedMemory {
  id: string;
  deletedAt: number;
}

/** Prepares the deletion of a memory, which must be of `userId` if that is given. */
export async function prepareDeletion(
  { store, clock }: { store: MemoryStore; clock: Clock },
  { accountId, id, userId }: { accountId: string; id: string; userId?: string },
  idempotency?: Idempotency,
): Promise<Preparation<DeletedMemory>> {
  const now = clock.now();
  const replayed = await findReplay(store, accountId, idempotency, now);
  if (replayed) return replayed;
  const prepared: Preparation<DeletedMemory> = {
    kind: 'prepared',
    value: { id, deletedAt: now },
    commit: { accountId, changes: [{ kind: 'remove', id, userId }] },
    now,
    idempotency,
    committed: () => {},
    again: async () => prepared,
  };
  return prepared;
}
