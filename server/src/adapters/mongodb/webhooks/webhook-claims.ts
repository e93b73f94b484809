import { randomUUID } from 'node:crypto';
import type { MongoClient } from 'mongodb';
import type { WebhookClaim, WebhookStore } from '../../../ports/webhooks.ts';
import { chooseDue, maxQueueWindow } from '../../store-kit/webhook-queue.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections, DeliveryDocument } from '../schema/documents.ts';
import { accountOf, keyOf, toDelivery, toWebhook } from './stored-webhook.ts';

type Pending = DeliveryDocument & { nextAttemptAt: number };

/** Leases webhooks with due deliveries, and writes the results. */
export function createWebhookClaims(
  client: MongoClient,
  { webhooks, deliveries, accounts }: Collections,
): Pick<WebhookStore, 'claim' | 'complete'> {
  return {
    async claim({ now, leaseMs, webhooks: limit, deliveries: maxDeliveries }) {
      const keys = await withoutSuspended(accounts, await dueWebhooks(deliveries, now));
      if (keys.length === 0) return [];
      const free = { _id: { $in: keys }, disabledReason: null, leasedUntil: { $lte: now } };
      const found = await webhooks.find(free).sort({ leasedUntil: 1, _id: 1 }).limit(limit).toArray();
      const claims: WebhookClaim[] = [];
      for (const { _id } of found) {
        const lease = randomUUID();
        const set = { $set: { leasedUntil: now + leaseMs, lease } };
        const taken = await webhooks.findOneAndUpdate({ ...free, _id }, set, { returnDocument: 'after' });
        if (!taken) continue;
        const due = await takeDue(deliveries, _id, { now, limit: maxDeliveries });
        if (due.length > 0) claims.push({ webhook: toWebhook(taken), lease, deliveries: due.map(toDelivery) });
        else await webhooks.updateOne({ _id, lease }, { $set: { leasedUntil: now, lease: null } });
      }
      return claims;
    },

    async complete({ webhook: { accountId, id }, lease }, results, { at, disabledReason }) {
      const _id = keyOf(accountId, id);
      const release = { $set: { leasedUntil: at, lease: null } };
      await inTransaction(client, async (session) => {
        const { matchedCount } = await webhooks.updateOne({ _id, lease }, release, { session });
        if (matchedCount === 0) return;
        const updates = results.map(({ id: delivery, status, nextAttemptAt, responseStatus, error }) => ({
          updateOne: {
            filter: { _id: keyOf(accountId, delivery), webhook: _id },
            update: [
              {
                $set: {
                  ...{ status, responseStatus, error, lastAttemptAt: at, attempts: { $add: ['$attempts', 1] } },
                  firstAttemptAt: { $ifNull: ['$firstAttemptAt', at] },
                  ...(nextAttemptAt === null ? {} : { nextAttemptAt }),
                },
              },
              ...(nextAttemptAt === null ? [{ $unset: ['nextAttemptAt', 'pendingOf'] }] : []),
            ],
          },
        }));
        if (updates.length > 0) await deliveries.bulkWrite(updates, { session, ordered: false });
        if (disabledReason === null) return;
        const disabled = { $set: { disabledReason, updatedAt: at } };
        await webhooks.updateOne({ _id, disabledReason: null }, disabled, { session });
      });
    },
  };
}

/** Finds the webhooks with due deliveries. The server jumps from one webhook to the next in the index. */
async function dueWebhooks(deliveries: Collections['deliveries'], now: number): Promise<string[]> {
  const stages = [
    { $match: { pendingOf: { $gt: '' } } },
    { $sort: { pendingOf: 1, nextAttemptAt: 1 } },
    { $group: { _id: '$pendingOf', at: { $first: '$nextAttemptAt' } } },
    { $match: { at: { $lte: now } } },
  ];
  return (await deliveries.aggregate<{ _id: string }>(stages).toArray()).map(({ _id }) => _id);
}

/** Leaves out the webhooks of suspended accounts. */
async function withoutSuspended(accounts: Collections['accounts'], keys: string[]): Promise<string[]> {
  if (keys.length === 0) return keys;
  const ids = [...new Set(keys.map(accountOf))];
  const active = await accounts.find({ _id: { $in: ids }, suspendedAt: null }, { projection: { _id: 1 } }).toArray();
  const allowed = new Set(active.map(({ _id }) => _id));
  return keys.filter((key) => allowed.has(accountOf(key)));
}

/** Reads the due deliveries of a webhook. Those that wait for an earlier one get its time. */
async function takeDue(
  deliveries: Collections['deliveries'],
  webhook: string,
  options: { now: number; limit: number },
): Promise<DeliveryDocument[]> {
  const found = await deliveries
    .find({ pendingOf: webhook })
    .sort({ createdAt: 1, _id: 1 })
    .limit(maxQueueWindow)
    .toArray();
  const { due, postponed } = chooseDue(found as Pending[], options);
  if (postponed.length > 0) {
    const writes = postponed.map(({ id, nextAttemptAt }) => ({
      updateOne: {
        filter: { _id: keyOf(accountOf(webhook), id), pendingOf: webhook },
        update: { $set: { nextAttemptAt } },
      },
    }));
    await deliveries.bulkWrite(writes, { ordered: false });
  }
  return due;
}
