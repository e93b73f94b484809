import type { MemoryStore, StoredAnswer } from '../../ports/memory-store.ts';
import { type Idempotency, replay } from './idempotency.ts';

/** A repeated write is answered before anything else is looked at: its memory may have changed or gone since. */
export async function findReplay(
  store: MemoryStore,
  ownerId: string,
  idempotency: Idempotency | undefined,
  now: number,
): Promise<{ kind: 'replayed'; answer: StoredAnswer } | undefined> {
  const answer = idempotency && (await store.findAnswer(ownerId, idempotency.key, now));
  return answer && replay(idempotency, answer);
}
