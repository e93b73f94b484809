import { LRUCache } from 'lru-cache';
import { createBatchWriter } from '../../lib/batch-writer.ts';
import { createCollector } from '../../lib/collector.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { type Month, usageMonths } from './kinds.ts';
import type { SearchCount, usageCommands, usageQueries } from './usage-commands.ts';

/** The records of usage. Every method may throw {@link StoreUnavailableError}. */
export type UsageRecords = Pick<RecordStore<typeof usageCommands, typeof usageQueries>, 'run' | 'query' | 'get'>;

export type Usage = ReturnType<typeof createUsage>;

/** Counts the usage of accounts. Writes of memories are counted in their own transactions. */
export function createUsage(options: { records: UsageRecords; flushMs: number; onError: (error: unknown) => void }) {
  const { records, ...flushing } = options;
  const countLimited = createLimitedCounts(records);
  // A separate write for each search must not make a read fail while the disk is full.
  const unlimited = createCollector<SearchCount>({
    ...{ ...flushing, write: (counts) => records.run('', 'addSearches', counts) },
    merge: (earlier, { searches }) => ({ ...earlier, searches: earlier.searches + searches }),
  });
  return {
    /** Counts one search. Resolves to false if the limit is reached, but not if the account was deleted meanwhile. */
    async countSearch(accountId: string, month: Month, limit: number | null): Promise<boolean> {
      if (limit === null) {
        unlimited.add(`${accountId}/${month}`, { accountId, month, searches: 1 });
        return true;
      }
      // The account may have had no limit until now.
      await unlimited.flush();
      return countLimited({ accountId, month, limit });
    },
    async searches(accountId: string, month: Month): Promise<number> {
      await unlimited.flush();
      return (await records.get(usageMonths, { accountId, month }))?.memorySearches ?? 0;
    },
    async usage(accountId: string, month: Month) {
      await unlimited.flush();
      return records.query(accountId, 'usage', { accountId, month });
    },
    stop: unlimited.stop,
  };
}

/** Beyond this number of accounts, some may count more of their searches apart. */
const maxWriters = 1_000;

/** Counts the searches of accounts with a limit. Those that wait share a command, because commands lock the account. */
function createLimitedCounts(records: UsageRecords) {
  type Limited = Omit<SearchCount, 'searches'> & { limit: number };
  const createWriter = (limited: Limited) =>
    createBatchWriter<null, boolean>({
      async write({ length: searches }) {
        const counted = await records.run(limited.accountId, 'countSearches', { ...limited, searches });
        return Array.from({ length: searches }, (_, position) => position < counted);
      },
      ...{ maxItems: Infinity, groupOf: () => null, isItemsFault: () => false },
    });
  const writers = new LRUCache<string, ReturnType<typeof createWriter>, Limited>({
    ...{ max: maxWriters, memoMethod: (_key, _known, { context }) => createWriter(context) },
  });
  return (limited: Limited) => writers.memo(Object.values(limited).join('/'), { context: limited })(null);
}
