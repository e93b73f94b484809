import type { Clock } from '../../ports/clock.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import type { Settlements } from './settlements.ts';

/** Nobody may have a request wait longer. */
export const maxWaitSeconds = 10;

/** The memory as soon as it is no longer pending, or as it is after `waitMs`; undefined when it was deleted meanwhile. */
export async function waitUntilReady(
  { store, settlements, clock }: { store: MemoryStore; settlements: Settlements; clock: Clock },
  { accountId, id, waitMs, stopping }: { accountId: string; id: string; waitMs: number; stopping: () => boolean },
): Promise<Memory | undefined> {
  const until = clock.now() + waitMs;
  for (;;) {
    const remainingMs = until - clock.now();
    // Waiting begins before the look, so that nothing can be settled in between.
    const settled = remainingMs > 0 && !stopping() ? settlements.wait(accountId, id, remainingMs) : undefined;
    const memory = await store.get(accountId, id);
    if (!settled || memory?.status !== 'pending') return memory;
    await settled;
  }
}
