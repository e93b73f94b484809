import { findOrAdd } from '../../lib/find-or-add.ts';
import { createFlushTimer } from '../../lib/flush-timer.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { type Month, usageMonths } from './kinds.ts';
import type { CountedUsage, SearchCount, usageCommands, usageQueries } from './usage-commands.ts';

/** Searches that are counted by one command. */
interface Batch {
  searches: number;
  /** How many of them the limit allows. */
  counted: Promise<number>;
}

/** The records of usage. Every method may throw {@link StoreUnavailableError}. */
export type UsageRecords = Pick<RecordStore<typeof usageCommands, typeof usageQueries>, 'run' | 'query' | 'get'>;

interface Options {
  records: UsageRecords;
  flushMs: number;
  onError: (error: unknown) => void;
}

export type Usage = ReturnType<typeof createUsage>;

/** Counts the usage of accounts. Writes of memories are counted in their own transactions. */
export function createUsage({ records, ...options }: Options) {
  const countLimited = createLimitedCounts(records);
  const unlimited = collectSearches({ records, ...options });
  return {
    /**
     * Counts one search. Resolves to false if the month's limit is reached. A search whose account was deleted in the
     * meantime is not counted, and resolves to true.
     */
    async countSearch(accountId: string, month: Month, limit: number | null): Promise<boolean> {
      if (limit === null) {
        unlimited.add({ accountId, month, searches: 1 });
        return true;
      }
      // The account may have had no limit until now.
      await unlimited.flush();
      return countLimited(accountId, month, limit);
    },
    /** The searches counted in a month. */
    async searches(accountId: string, month: Month): Promise<number> {
      await unlimited.flush();
      return (await records.get(usageMonths, { accountId, month }))?.memorySearches ?? 0;
    },
    async usage(accountId: string, month: Month): Promise<CountedUsage> {
      await unlimited.flush();
      return records.query(accountId, 'usage', { accountId, month });
    },
    /** Writes the collected counts and stops the timer. */
    stop: unlimited.stop,
  };
}

/**
 * Collects the searches of accounts without a limit and counts them together. A separate write for each would cost as
 * much as a search, and must not make a read fail while the disk is full. A crash may lose the last `flushMs`.
 */
function collectSearches({ records, flushMs, onError }: Options) {
  let collected = new Map<string, SearchCount>();

  async function write(): Promise<void> {
    if (collected.size === 0) return;
    const batch = [...collected.values()];
    collected = new Map();
    try {
      await records.run('', 'addSearches', batch);
    } catch (error) {
      batch.forEach(add);
      onError(error);
    }
  }
  const { schedule, flush, stop } = createFlushTimer({ flushMs, flush: write, isLeft: () => collected.size > 0 });

  function add({ accountId, month, searches }: SearchCount): void {
    const count = findOrAdd(collected, `${accountId}/${month}`, () => ({ accountId, month, searches: 0 }));
    count.searches += searches;
    schedule();
  }
  return { add, flush, stop };
}

/** Counts the searches of accounts with a limit. Those that wait share a command, because commands lock the account. */
function createLimitedCounts(records: UsageRecords) {
  /** The batches that have not begun. */
  const waiting = new Map<string, Batch>();
  /** The last batches that have not ended. */
  const last = new Map<string, Promise<unknown>>();

  function addBatch(key: string, accountId: string, month: Month, limit: number): Batch {
    const count = () => {
      waiting.delete(key);
      return records.run(accountId, 'countSearches', { accountId, month, limit, searches: batch.searches });
    };
    const before = last.get(key) ?? Promise.resolve();
    const batch: Batch = { searches: 0, counted: before.then(count, count) };
    const ended = () => last.get(key) === batch.counted && last.delete(key);
    batch.counted.then(ended, ended);
    last.set(key, batch.counted);
    return batch;
  }

  return async (accountId: string, month: Month, limit: number): Promise<boolean> => {
    const key = `${accountId}/${month}/${limit}`;
    const batch = findOrAdd(waiting, key, () => addBatch(key, accountId, month, limit));
    const position = batch.searches++;
    return position < (await batch.counted);
  };
}
