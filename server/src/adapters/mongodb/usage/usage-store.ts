import type { UsageStore } from '../../../ports/usage-store.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import type { Collections } from '../schema/documents.ts';
import { countEndUsers, countProjects } from './quota.ts';
import { newShare, shareKey, usedInMonth } from './usage-shares.ts';

/** Counts in MongoDB. */
export function createMongodbUsageStore(collections: Collections): UsageStore {
  const { usage, accounts } = collections;

  async function requireAccount(id: string): Promise<void> {
    if (!(await accounts.findOne({ _id: id }, { projection: { _id: 1 } })))
      throw new Error(`there is no account ${id}`);
  }

  return {
    async countSearch(ownerId, month, limit) {
      const _id = shareKey(ownerId, month, limit !== null);
      const elsewhere = limit === null ? 0 : await countedElsewhere(ownerId, month, _id);
      const room = limit === null ? {} : { memorySearches: { $lt: limit - elsewhere } };
      const count = () => usage.updateOne({ _id, ...room }, { $inc: { memorySearches: 1 } });
      if ((await count()).matchedCount === 1) return true;
      if (await usage.findOne({ _id }, { projection: { _id: 1 } })) return false;
      await requireAccount(ownerId);
      const empty = { _id, ...newShare(ownerId, month, 'memorySearches'), memoryWrites: 0, memorySearches: 0 };
      await usage.insertOne(empty).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
      return (await count()).matchedCount === 1;
    },

    async searches(ownerId, month) {
      return (await usedInMonth(collections, ownerId, month)).memorySearches;
    },

    async usage(ownerId, month) {
      await requireAccount(ownerId);
      const [counted, endUsers, projects] = await Promise.all([
        usedInMonth(collections, ownerId, month),
        countEndUsers(collections, ownerId),
        countProjects(collections, ownerId),
      ]);
      return { ...counted, endUsers, projects };
    },
  };

  /** Before the account had a limit, this month. */
  async function countedElsewhere(ownerId: string, month: number, share: string): Promise<number> {
    const others = await usage.find({ ownerId, month, _id: { $ne: share } }).toArray();
    return others.reduce((sum, { memorySearches }) => sum + memorySearches, 0);
  }
}
