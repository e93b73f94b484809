import { createFlushTimer } from '../../lib/flush-timer.ts';
import type { SearchCount, UsageStore } from '../../ports/usage-store.ts';

/** A usage store that collects counts, and that can be closed. */
export interface BatchedUsage extends UsageStore {
  /** Writes the collected counts and stops the timer. */
  stop(): Promise<void>;
}

/**
 * Collects the searches of accounts without a limit and counts them together. A separate write for each would cost as
 * much as a search, and must not make a read fail while the disk is full. A crash may lose the last `flushMs`. Readers
 * in this process get the counts that are not written yet.
 */
export function batchSearchCounts(
  usage: UsageStore,
  { flushMs, onError }: { flushMs: number; onError: (error: unknown) => void },
): BatchedUsage {
  let collected = new Map<string, SearchCount>();

  async function write(): Promise<void> {
    if (collected.size === 0) return;
    const batch = collected;
    collected = new Map();
    try {
      await usage.addSearches([...batch.values()]);
    } catch (error) {
      for (const count of batch.values()) collect(count);
      onError(error);
    }
  }
  const timer = createFlushTimer({ flushMs, flush: write, isLeft: () => collected.size > 0 });

  function collect({ accountId, month, searches }: SearchCount): void {
    const key = `${accountId}/${month}`;
    const present = collected.get(key);
    if (present) present.searches += searches;
    else collected.set(key, { accountId, month, searches });
    timer.schedule();
  }

  return {
    ...usage,
    async countSearch(accountId, month, limit) {
      if (limit === null) {
        collect({ accountId, month, searches: 1 });
        return true;
      }
      // The account may have had no limit until now.
      await timer.flush();
      return usage.countSearch(accountId, month, limit);
    },
    async searches(accountId, month) {
      await timer.flush();
      return usage.searches(accountId, month);
    },
    async usage(accountId, month) {
      await timer.flush();
      return usage.usage(accountId, month);
    },
    stop: timer.stop,
  };
}
