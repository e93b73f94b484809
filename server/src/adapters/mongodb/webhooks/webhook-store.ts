import type { MongoClient } from 'mongodb';
import type { WebhookStore } from '../../../ports/webhooks.ts';
import { writeOnce } from '../memories/write-once.ts';
import type { Collections } from '../schema/documents.ts';
import { keyOf, toDelivery } from './stored-webhook.ts';
import { createWebhookClaims } from './webhook-claims.ts';
import { createWebhookRows } from './webhook-rows.ts';

/** The maximum of documents that one purge deletes. */
const maxDeleted = 5_000;

/** Stores webhooks in MongoDB. */
export function createMongodbWebhookStore(client: MongoClient, collections: Collections): WebhookStore {
  const { webhooks, deliveries } = collections;
  const context = { client, collections };
  return {
    ...createWebhookRows(client, collections),
    ...createWebhookClaims(client, collections),

    async deliveries(accountId, webhookId, { limit, after }) {
      const webhook = keyOf(accountId, webhookId);
      const older = after && [
        { createdAt: { $lt: after.createdAt } },
        { createdAt: after.createdAt, _id: { $lt: keyOf(accountId, after.id) } },
      ];
      const filter = { webhook, ...(older ? { $or: older } : {}) };
      const found = await deliveries.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray();
      return found.map((one) => toDelivery(one));
    },

    async findDelivery(accountId, webhookId, id) {
      const found = await deliveries.findOne({ _id: keyOf(accountId, id), webhook: keyOf(accountId, webhookId) });
      return found ? toDelivery(found) : undefined;
    },

    replay: (accountId, webhookId, id, { at, idempotencyRecord }) =>
      writeOnce(context, accountId, idempotencyRecord, async (session) => {
        const filter = { _id: keyOf(accountId, id), webhook: keyOf(accountId, webhookId) };
        const found = await deliveries.findOne(filter, { session });
        if (!found || !(await webhooks.findOne({ _id: filter.webhook }, { session, projection: { _id: 1 } }))) {
          return { result: 'missing' as const, written: false };
        }
        if (found.status === 'pending') return { result: 'pending' as const, written: false };
        const set = { status: 'pending', nextAttemptAt: at, pendingOf: filter.webhook, firstAttemptAt: null } as const;
        await deliveries.updateOne(filter, { $set: set }, { session });
        return { result: 'queued' as const, written: true };
      }),

    async purge(before) {
      const enabled = await webhooks.find({ disabledReason: null }).project<{ _id: string }>({ _id: 1 }).toArray();
      const over = [{ pendingOf: { $exists: false } }, { webhook: { $nin: enabled.map(({ _id }) => _id) } }];
      const old = await deliveries
        .find({ createdAt: { $lt: before }, $or: over }, { projection: { _id: 1 } })
        .limit(maxDeleted)
        .toArray();
      if (old.length === 0) return 0;
      return (await deliveries.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } })).deletedCount;
    },
  };
}
