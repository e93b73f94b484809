import type { UsageStore } from '../../../ports/usage-store.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import type { Collections } from '../schema/documents.ts';
import { countEndUsers, countProjects } from './quota.ts';
import { shareKey, usedInMonth } from './usage-shares.ts';

/** Counts searches and memories in MongoDB. */
export function createMongodbUsageStore(collections: Collections): UsageStore {
  const { accounts, usage } = collections;

  return {
    async countSearch(accountId, month, limit) {
      const _id = shareKey(accountId, month, limit !== null);
      const elsewhere = limit === null ? 0 : await countedElsewhere(accountId, month, _id);
      const belowLimit = limit === null ? {} : { memorySearches: { $lt: limit - elsewhere } };
      const count = () => usage.updateOne({ _id, ...belowLimit }, { $inc: { memorySearches: 1 } });
      if ((await count()).matchedCount === 1) return true;
      if (await usage.findOne({ _id }, { projection: { _id: 1 } })) return false;
      await requireAccount(collections, accountId);
      const empty = { _id, ownerId: accountId, month, memoryWrites: 0, memorySearches: 0 };
      await usage.insertOne(empty).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
      return (await count()).matchedCount === 1;
    },

    async addSearches(counts) {
      if (counts.length === 0) return;
      const ids = [...new Set(counts.map(({ accountId }) => accountId))];
      const found = await accounts.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      const known = new Set(found.map(({ _id }) => _id));
      const writes = counts
        .filter(({ accountId }) => known.has(accountId))
        .map(({ accountId, month, searches }) => ({
          updateOne: {
            filter: { _id: shareKey(accountId, month, false) },
            update: {
              $setOnInsert: { ownerId: accountId, month, memoryWrites: 0 },
              $inc: { memorySearches: searches },
            },
            upsert: true,
          },
        }));
      if (writes.length > 0) await usage.bulkWrite(writes, { ordered: false });
    },

    async searches(accountId, month) {
      return (await usedInMonth(collections, accountId, month)).memorySearches;
    },

    async usage(accountId, month) {
      await requireAccount(collections, accountId);
      const [counted, endUsers, projects] = await Promise.all([
        usedInMonth(collections, accountId, month),
        countEndUsers(collections, accountId),
        countProjects(collections, accountId),
      ]);
      return { ...counted, endUsers, projects };
    },
  };

  /** Counts the searches of this month from before the account had a limit. */
  async function countedElsewhere(accountId: string, month: number, share: string): Promise<number> {
    const others = await usage.find({ ownerId: accountId, month, _id: { $ne: share } }).toArray();
    return others.reduce((sum, { memorySearches }) => sum + memorySearches, 0);
  }
}
