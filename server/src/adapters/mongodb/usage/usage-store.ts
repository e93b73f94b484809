import type { MongoClient } from 'mongodb';
import type { UsageStore } from '../../../ports/usage-store.ts';
import { quotaEvents, quotaThresholds } from '../../store-kit/webhook-queue.ts';
import { accountExists, presentAccount, requireAccount } from '../accounts/require-account.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections } from '../schema/documents.ts';
import { enabledWebhooks, queueEvents } from '../webhooks/queue-events.ts';
import { countEndUsers, countProjects } from './quota.ts';
import { shareKey, usedInMonth } from './usage-shares.ts';

interface Threshold {
  accountId: string;
  month: number;
  limit: number;
  /** The searches counted in other shares. */
  elsewhere: number;
  _id: string;
}

/** Matches counts that a search may increase without an event. All others need a transaction. */
function withoutThresholds(limit: number, elsewhere: number) {
  const { near, exceeded } = quotaThresholds(limit);
  return { $lt: limit - elsewhere, $nin: [near, exceeded].map((threshold) => threshold - 1 - elsewhere) };
}

/** Counts searches and memories in MongoDB. */
export function createMongodbUsageStore(client: MongoClient, collections: Collections, now: () => number): UsageStore {
  const { accounts, usage } = collections;

  return {
    async countSearch(accountId, month, limit) {
      const _id = shareKey(accountId, month, limit !== null);
      const elsewhere = limit === null ? 0 : await countedElsewhere(accountId, month, _id);
      const belowLimit = limit === null ? {} : { memorySearches: withoutThresholds(limit, elsewhere) };
      const count = async () => {
        const { matchedCount } = await usage.updateOne({ _id, ...belowLimit }, { $inc: { memorySearches: 1 } });
        if (matchedCount === 1 || limit === null) return matchedCount === 1;
        // A search that the limit rejects needs no transaction.
        const counted = await usage.findOne({ _id }, { projection: { memorySearches: 1 } });
        if (!counted || counted.memorySearches >= limit - elsewhere) return false;
        return countAtThreshold({ client, collections, now }, { accountId, month, limit, elsewhere, _id });
      };
      if (await count()) return true;
      if (await usage.findOne({ _id }, { projection: { _id: 1 } })) return false;
      if (!(await accountExists(collections, accountId))) return true;
      const empty = { _id, ownerId: accountId, month, memoryWrites: 0, memorySearches: 0 };
      await usage.insertOne(empty).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
      return count();
    },

    async addSearches(counts) {
      if (counts.length === 0) return;
      const ids = [...new Set(counts.map(({ accountId }) => accountId))];
      const found = await accounts.find({ _id: { $in: ids }, ...presentAccount }, { projection: { _id: 1 } }).toArray();
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

/** Counts a search that reaches a threshold of the quota, together with its events. */
function countAtThreshold(
  { client, collections, now }: { client: MongoClient; collections: Collections; now(): number },
  { accountId, month, limit, elsewhere, _id }: Threshold,
): Promise<boolean> {
  return inTransaction(client, async (session) => {
    const below = { _id, memorySearches: { $lt: limit - elsewhere } };
    const options = { session, returnDocument: 'after' } as const;
    const counted = await collections.usage.findOneAndUpdate(below, { $inc: { memorySearches: 1 } }, options);
    if (!counted) return false;
    const after = counted.memorySearches + elsewhere;
    const events = quotaEvents({ metric: 'memory_search', before: after - 1, after, limit, month });
    const webhooks = events.length > 0 ? await enabledWebhooks(collections, [accountId], { session }) : [];
    await queueEvents(collections, session, webhooks, [{ accountId, at: now(), events }]);
    return true;
  });
}
