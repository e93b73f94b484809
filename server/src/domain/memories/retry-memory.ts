import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { findReplay, missingMemory, type Preparation } from './commit-write.ts';

/** Prepares a new ingest of a failed memory. The count of attempts starts from zero. */
export async function prepareRetry(
  { store, queue, clock }: { store: MemoryStore; queue: IngestQueue; clock: Clock },
  { accountId, id }: { accountId: string; id: string },
  idempotency?: Idempotency,
): Promise<Preparation<Memory>> {
  const now = clock.now();
  const replayed = await findReplay(store, accountId, idempotency, now);
  if (replayed) return replayed;
  const memory = await store.get(accountId, id);
  if (!memory) throw missingMemory();
  return {
    kind: 'prepared',
    value: {
      ...memory,
      status: 'pending',
      revision: memory.revision + 1,
      failure: null,
      attempts: 0,
      nextAttemptAt: now,
    },
    commit: { accountId, changes: [{ kind: 'requeue', id, at: now }] },
    now,
    idempotency,
    committed: () => queue.announce(id),
    async again() {
      const current = await store.get(accountId, id);
      if (!current) throw missingMemory();
      throw new DomainError('conflict', `Only a failed memory can be retried; this one is ${current.status}.`);
    },
  };
}
