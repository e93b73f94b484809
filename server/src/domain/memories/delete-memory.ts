import type { Clock } from '../../ports/clock.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { findReplay, type Preparation } from './commit-write.ts';
import type { Idempotency } from './idempotency.ts';

export interface DeletedMemory {
  id: string;
  deletedAt: number;
}

export async function prepareDeletion(
  { store, clock }: { store: MemoryStore; clock: Clock },
  { ownerId, id }: { ownerId: string; id: string },
  idempotency?: Idempotency,
): Promise<Preparation<DeletedMemory>> {
  const now = clock.now();
  const replayed = await findReplay(store, ownerId, idempotency, now);
  if (replayed) return replayed;
  const prepared: Preparation<DeletedMemory> = {
    kind: 'prepared',
    value: { id, deletedAt: now },
    commit: { accountId: ownerId, changes: [{ kind: 'remove', id }] },
    now,
    idempotency,
    committed: () => {},
    again: async () => prepared,
  };
  return prepared;
}
