import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import { type Answered, type Idempotency, type Present, replay, toOnce } from './idempotency.ts';
import { missingMemory } from './missing-memory.ts';
import { findReplay } from './replayed-answer.ts';

/** Sends a failed memory round ingest again, with all its attempts. */
export async function retryMemory(
  { store, queue, clock }: { store: MemoryStore; queue: IngestQueue; clock: Clock },
  { ownerId, id }: { ownerId: string; id: string },
  present: Present<Memory>,
  idempotency?: Idempotency,
): Promise<Answered<Memory>> {
  const now = clock.now();
  const replayed = await findReplay(store, ownerId, idempotency, now);
  if (replayed) return replayed;
  const memory = await store.get(ownerId, id);
  if (!memory) throw missingMemory();
  const again: Memory = { ...memory, status: 'pending', failure: null, attempts: 0, nextAttemptAt: now };
  const result = await store.requeue(ownerId, id, now, toOnce(idempotency, present, again, now));
  if (result.kind === 'replayed') return replay(idempotency, result.answer);
  if (result.kind === 'missing') throw missingMemory();
  if (result.kind === 'stale') {
    const current = await store.get(ownerId, id);
    if (!current) throw missingMemory();
    throw new DomainError('conflict', `Only a failed memory can be retried; this one is ${current.status}.`);
  }
  queue.announce(id);
  return { kind: 'done', value: again };
}
