import type { MongoClient } from 'mongodb';
import type { WebhookStore } from '../../../ports/webhooks.ts';
import { presentAccount } from '../accounts/require-account.ts';
import { endResponses } from '../memories/stored-responses.ts';
import { writeOnce } from '../memories/write-once.ts';
import type { Collections } from '../schema/documents.ts';
import { keyOf, toWebhook } from './stored-webhook.ts';

/** Stores the webhooks themselves. */
export function createWebhookRows(
  client: MongoClient,
  collections: Collections,
): Pick<WebhookStore, 'create' | 'list' | 'update' | 'remove'> {
  const { webhooks, deliveries } = collections;
  const context = { client, collections };
  return {
    create: (webhook, { max, idempotencyRecord }) =>
      writeOnce(context, webhook.accountId, idempotencyRecord, async (session) => {
        const { accountId } = webhook;
        // Two creations conflict here, so that both are counted.
        const account = { _id: accountId, ...presentAccount };
        const { matchedCount } = await collections.accounts.updateOne(
          account,
          { $inc: { credentials: 1 } },
          { session },
        );
        if (matchedCount === 0) throw new Error(`there is no account ${accountId}`);
        if ((await webhooks.countDocuments({ accountId }, { session })) >= max) {
          return { result: 'full' as const, written: false };
        }
        await webhooks.insertOne(
          { _id: keyOf(accountId, webhook.id), ...webhook, leasedUntil: 0, lease: null },
          { session },
        );
        return { result: 'created' as const, written: true };
      }),

    async list(accountId) {
      return (await webhooks.find({ accountId }).sort({ createdAt: -1, _id: -1 }).toArray()).map(toWebhook);
    },

    update: (accountId, id, { secret, ...changes }, { idempotencyRecord } = {}) =>
      writeOnce(context, accountId, idempotencyRecord, async (session) => {
        const literal = Object.entries({ ...changes, ...(secret === undefined ? {} : { secret }) })
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, { $literal: value }]);
        const previous = secret === undefined ? {} : { previousSecret: '$secret' };
        const found = await webhooks.findOneAndUpdate(
          { _id: keyOf(accountId, id) },
          [{ $set: { ...Object.fromEntries(literal), ...previous } }],
          { session, returnDocument: 'after' },
        );
        return { result: found ? toWebhook(found) : undefined, written: found !== null };
      }),

    remove: (accountId, id, { idempotencyRecord } = {}) =>
      writeOnce(context, accountId, idempotencyRecord, async (session) => {
        const { deletedCount } = await webhooks.deleteOne({ _id: keyOf(accountId, id) }, { session });
        await endResponses(collections, [keyOf(accountId, id)], session);
        return { result: deletedCount === 1, written: deletedCount === 1 };
      }).then(async (removed) => {
        // This runs outside of the transaction, which would become too large. The purge deletes what a crash leaves.
        if (removed === true) await deliveries.deleteMany({ webhook: keyOf(accountId, id) });
        return removed;
      }),
  };
}
