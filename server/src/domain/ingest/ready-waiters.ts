import type { Clock } from '../../ports/clock.ts';
import type { Memory } from '../../ports/memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';

/** Lets a request wait until the ingest of a memory has succeeded or failed. */
export type ReadyWaiters = ReturnType<typeof createReadyWaiters>;

/** Another process may do the ingest, so the store is polled. */
const pollMs = 250;

/** @param pendingOf resolves to those that are pending. If it fails, the waits end, and requests read themselves. */
export function createReadyWaiters(
  pendingOf: (accountId: string, memoryIds: readonly string[]) => Promise<readonly string[]>,
) {
  const waiting = new Set<{ accountId: string; memoryId: string; done(): void }>();
  let released = false;
  /** Accounts with a poll in progress. A poll that hangs does not delay other accounts. */
  const polled = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function poll(accountId: string, ids: readonly string[]): Promise<void> {
    if (polled.has(accountId)) return;
    polled.add(accountId);
    const pending = new Set(await pendingOf(accountId, ids).catch(() => []));
    polled.delete(accountId);
    const known = new Set(ids);
    endWhere((one) => one.accountId === accountId && known.has(one.memoryId) && !pending.has(one.memoryId));
  }
  function pollAll(): void {
    for (const [accountId, those] of Map.groupBy(waiting, (one) => one.accountId)) {
      void poll(accountId, [...new Set(those.map(({ memoryId }) => memoryId))]);
    }
  }
  function endWhere(isComplete: (one: { accountId: string; memoryId: string }) => boolean): void {
    for (const one of waiting) if (isComplete(one)) one.done();
  }

  return {
    /** Resolves when ingest has ended, `waitMs` have passed, or the process stops. Never rejects. */
    wait(accountId: string, memoryId: string, waitMs: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = { accountId, memoryId, done };
      const over = setTimeout(done, waitMs);
      function done() {
        clearTimeout(over);
        waiting.delete(one);
        if (waiting.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        resolve();
      }
      waiting.add(one);
      timer ??= setInterval(pollAll, pollMs);
      if (released) done();
      return promise;
    },
    /** Ends the waits for a memory whose ingest ended in this process. */
    complete: (memoryId: string) => endWhere((one) => one.memoryId === memoryId),
    release(): void {
      released = true;
      endWhere(() => true);
    },
  };
}

export const maxWaitSeconds = 10;

/** Resolves to the memory when it is no longer pending, or after `waitMs`; undefined if it was deleted. */
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
