import type { Clock } from '../../ports/clock.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { findReplay, type Idempotency, type Preparation } from './commit-write.ts';

export interface DeletedMemory {
  id: string;
  deletedAt: number;
}

export async function prepareDeletion(
  { store, clock }: { store: MemoryStore; clock: Clock },
  { accountId, id }: { accountId: string; id: string },
  idempotency?: Idempotency,
): Promise<Preparation<DeletedMemory>> {
  const now = clock.now();
  const replayed = await findReplay(store, accountId, idempotency, now);
  if (replayed) return replayed;
  const prepared: Preparation<DeletedMemory> = {
    kind: 'prepared',
    value: { id, deletedAt: now },
    commit: { accountId, changes: [{ kind: 'remove', id }] },
    now,
    idempotency,
    committed: () => {},
    again: async () => prepared,
  };
  return prepared;
}
