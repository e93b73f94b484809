import type { Collection, MongoClient } from 'mongodb';
import type { AccountDeletion, AccountDeletions } from '../../../ports/account-deletions.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections } from '../schema/documents.ts';
import { presentAccount } from './require-account.ts';

/** The maximum of documents that one step removes. */
const maxDocuments = 1_000;
/** A request that began before the deletion writes within this time, or never. */
const graceMs = 20_000;

/** Deletes accounts in MongoDB. Only {@link AccountDeletions.finish} removes the document of an account. */
export function createMongodbAccountDeletions(
  client: MongoClient,
  collections: Collections,
  { now }: { now(): number },
): AccountDeletions {
  const { accounts, tokens, keys, memories, requests, webhooks } = collections;
  return {
    begin: (accountId, { id, at }) =>
      inTransaction(client, async (session) => {
        const ofAccount = byPrefix(accountId);
        const counts = {
          memories: await memories.countDocuments(ofAccount, { session }),
          apiKeys: await keys.countDocuments({ accountId }, { session }),
          sessions: await tokens.countDocuments({ accountId }, { session }),
          requests: await requests.countDocuments({ ownerId: accountId }, { session }),
        };
        const nobody = { email: null, emailFolded: null, phone: null, passwordHash: '' };
        const deletion = { deletionId: id, deletionBegunAt: at, deletionCounts: counts };
        const filter = { _id: accountId, ...presentAccount };
        const { matchedCount } = await accounts.updateOne(filter, { $set: { ...nobody, ...deletion } }, { session });
        if (matchedCount === 0) {
          await session.abortTransaction();
          return undefined;
        }
        await tokens.deleteMany({ accountId }, { session });
        await keys.deleteMany({ accountId }, { session });
        await webhooks.deleteMany(ofAccount, { session });
        return counts;
      }),

    async pending() {
      const found = await accounts
        .find({ deletionId: { $exists: true } })
        .sort({ deletionBegunAt: 1 })
        .toArray();
      return found.map(({ _id, deletionId = '', deletionBegunAt = 0, deletionCounts }) => ({
        ...{ id: deletionId, accountId: _id, begunAt: deletionBegunAt },
        counts: deletionCounts ?? { memories: 0, apiKeys: 0, sessions: 0, requests: 0 },
      }));
    },

    async removeSome({ accountId }) {
      for (const collection of collectionsOfAccounts(collections)) {
        const found = await collection
          .find(byPrefix(accountId), { projection: { _id: 1 } })
          .limit(maxDocuments)
          .toArray();
        if (found.length === 0) continue;
        return (await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })).deletedCount;
      }
      return 0;
    },

    async finish({ id, accountId, begunAt }: AccountDeletion) {
      if (now() - begunAt < graceMs) return false;
      for (const collection of collectionsOfAccounts(collections)) {
        if (await collection.findOne(byPrefix(accountId), { projection: { _id: 1 } })) return false;
      }
      return (await accounts.deleteOne({ _id: accountId, deletionId: id })).deletedCount === 1;
    },
  };
}

/** The collections whose documents have names that begin with the account. Credentials end when a deletion begins. */
function collectionsOfAccounts(all: Collections): Collection<{ _id: string }>[] {
  const { vectors, memories, versions, responses, usage, requests, requestDays } = all;
  const { deliveries, webhooks, deletions, deletionItems, audit } = all;
  return [
    ...[vectors, memories, versions, responses, usage, requests, requestDays],
    ...[deliveries, webhooks, deletions, deletionItems, audit],
  ] as never;
}

/** Selects by the index of names: `0` is the character after `/`. */
function byPrefix(accountId: string): { _id: { $gte: string; $lt: string } } {
  return { _id: { $gte: `${accountId}/`, $lt: `${accountId}0` } };
}
