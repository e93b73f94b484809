import type { Clock } from '../../ports/clock.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import type { ReadyWaiters } from './ready-waiters.ts';

/** The longest wait that a request may choose. */
export const maxWaitSeconds = 10;

/** Resolves to the memory when it is no longer pending, or after `waitMs`; undefined: it was deleted meanwhile. */
export async function waitUntilReady(
  { store, readyWaiters, clock }: { store: MemoryStore; readyWaiters: ReadyWaiters; clock: Clock },
  { accountId, id, waitMs, stopping }: { accountId: string; id: string; waitMs: number; stopping: () => boolean },
): Promise<Memory | undefined> {
  const until = clock.now() + waitMs;
  for (;;) {
    const remainingMs = until - clock.now();
    // The wait begins before the read, so that no completion is missed in between.
    const completion = remainingMs > 0 && !stopping() ? readyWaiters.wait(accountId, id, remainingMs) : undefined;
    const memory = await store.get(accountId, id);
    if (!completion || memory?.status !== 'pending') return memory;
    await completion;
  }
}
