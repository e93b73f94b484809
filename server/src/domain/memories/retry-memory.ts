import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory } from '../../ports/memory-store.ts';
import type { Responded, Responder } from '../usage/idempotency.ts';
import { commitWrite, findReplay, missingMemory } from './commit-write.ts';
import type { MemoryStore } from './memory-store.ts';

/** Ingests a failed memory again. The count of attempts starts from zero. */
export async function retryMemory<Response>(
  { store, queue, clock }: { store: MemoryStore; queue: IngestQueue; clock: Clock },
  { accountId, id }: { accountId: string; id: string },
  responder: Responder<Memory, Response>,
): Promise<Responded<Memory, Response>> {
  const replayed = await findReplay<Response>(store, accountId, responder);
  if (replayed) return replayed;
  const now = clock.now();
  const responded = await commitWrite(store, accountId, responder, async (conflict) => {
    const memory = await store.get(accountId, id);
    if (!memory) throw missingMemory();
    if (conflict) {
      throw new DomainError('conflict', `Only a failed memory can be retried; this one is ${memory.status}.`);
    }
    const again = { status: 'pending', failure: null, attempts: 0, nextAttemptAt: now } as const;
    const value = { ...memory, ...again, revision: memory.revision + 1 };
    return { value, now, changes: [{ kind: 'requeue', id, at: now }] };
  });
  if (responded.value) queue.announce(id);
  return responded;
}
