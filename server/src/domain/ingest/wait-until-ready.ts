import type { Clock } from '../../ports/clock.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import type { ReadyWaiters } from './ready-waiters.ts';

/** Nobody may have a request wait longer. */
export const maxWaitSeconds = 10;

/** The memory as soon as it is no longer pending, or as it is after `waitMs`; undefined when it was deleted meanwhile. */
export async function waitUntilReady(
  { store, readyWaiters, clock }: { store: MemoryStore; readyWaiters: ReadyWaiters; clock: Clock },
  { accountId, id, waitMs, stopping }: { accountId: string; id: string; waitMs: number; stopping: () => boolean },
): Promise<Memory | undefined> {
  const until = clock.now() + waitMs;
  for (;;) {
    const remainingMs = until - clock.now();
    // Waiting begins before the look, so that nothing can be settled in between.
    const completion = remainingMs > 0 && !stopping() ? readyWaiters.wait(accountId, id, remainingMs) : undefined;
    const memory = await store.get(accountId, id);
    if (!completion || memory?.status !== 'pending') return memory;
    await completion;
  }
}
