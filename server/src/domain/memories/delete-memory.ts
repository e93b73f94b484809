import type { Clock } from '../../ports/clock.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { type Answered, type Idempotency, type Present, replay, toOnce } from './idempotency.ts';
import { missingMemory } from './missing-memory.ts';
import { findReplay } from './replayed-answer.ts';

export interface DeletedMemory {
  id: string;
  deletedAt: number;
}

export async function deleteMemory(
  { store, clock }: { store: MemoryStore; clock: Clock },
  { ownerId, id }: { ownerId: string; id: string },
  present: Present<DeletedMemory>,
  idempotency?: Idempotency,
): Promise<Answered<DeletedMemory>> {
  const now = clock.now();
  const replayed = await findReplay(store, ownerId, idempotency, now);
  if (replayed) return replayed;
  const deleted: DeletedMemory = { id, deletedAt: now };
  const result = await store.remove(ownerId, id, toOnce(idempotency, present, deleted, now));
  if (result.kind === 'replayed') return replay(idempotency, result.answer);
  if (result.kind !== 'written') throw missingMemory();
  return { kind: 'done', value: deleted };
}
