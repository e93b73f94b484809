import type { RecordStore } from '../../ports/record-store.ts';
import type { Month, UsageStore } from '../../ports/usage-store.ts';
import { usageMonths } from './kinds.ts';
import type { usageCommands, usageQueries } from './usage-commands.ts';

type Records = RecordStore<typeof usageCommands, typeof usageQueries>;

/** Searches that are counted by one command. */
interface Batch {
  searches: number;
  /** How many of them the limit allows. */
  counted: Promise<number>;
}

/** Counts usage. */
export function createUsageStore(records: Pick<Records, 'run' | 'query' | 'get'>): UsageStore {
  /** The batches that have not begun. They share a command, because those of an account run one after the other. */
  const waiting = new Map<string, Batch>();
  /** The last batches that have not ended. */
  const last = new Map<string, Promise<unknown>>();

  function addBatch(key: string, accountId: string, month: Month, limit: number | null): Batch {
    const count = () => {
      waiting.delete(key);
      return records.run(accountId, 'countSearches', { accountId, month, limit, searches: batch.searches });
    };
    const before = last.get(key) ?? Promise.resolve();
    const batch: Batch = { searches: 0, counted: before.then(count, count) };
    const ended = () => last.get(key) === batch.counted && last.delete(key);
    batch.counted.then(ended, ended);
    waiting.set(key, batch);
    last.set(key, batch.counted);
    return batch;
  }

  return {
    async countSearch(accountId, month, limit) {
      const key = `${accountId}/${month}/${limit}`;
      const batch = waiting.get(key) ?? addBatch(key, accountId, month, limit);
      const position = batch.searches++;
      return position < (await batch.counted);
    },
    addSearches: (counts) => records.run('', 'addSearches', counts),
    searches: async (accountId, month) => (await records.get(usageMonths, { accountId, month }))?.memorySearches ?? 0,
    usage: (accountId, month) => records.query(accountId, 'usage', { accountId, month }),
  };
}
