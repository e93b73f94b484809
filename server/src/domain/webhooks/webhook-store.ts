import { randomUUID } from 'node:crypto';
import type { RecordStore } from '../../ports/record-store.ts';
import type { WebhookStore } from '../../ports/webhooks.ts';
import { deliveries, maxWebhooksAtOnce, webhooks } from '../events/kinds.ts';
import { toDelivery, toWebhook, type webhookCommands, type webhookQueries } from './commands.ts';

/** The maximum of deliveries that one purge deletes. */
const maxPurged = 5_000;

/** Stores webhooks and the queue of their events as records. */
export function createWebhookStore(records: RecordStore<typeof webhookCommands, typeof webhookQueries>): WebhookStore {
  /** The last webhook that a claim considered. */
  let last = '';
  // Most servers have no webhooks. They run no query, which starts a thread of SQLite.
  const isIdle = async () => (await records.count(deliveries, 'due', { of: [], max: 1 })) === 0;

  return {
    create: (webhook, options) => records.run(webhook.accountId, 'createWebhook', { webhook, ...options }),

    async list(accountId) {
      const all = { of: [accountId], descending: true, limit: maxWebhooksAtOnce } as const;
      return (await records.scan(webhooks, 'created', all)).map(toWebhook);
    },

    update: (accountId, id, changes, options) =>
      records.run(accountId, 'updateWebhook', { accountId, id, changes, ...options }),

    async remove(accountId, id, options) {
      const removed = await records.run(accountId, 'removeWebhook', { accountId, id, ...options });
      // The purge deletes what a crash leaves.
      for (let left = Number(removed === true); left > 0; ) {
        left = await records.run(accountId, 'removeWebhookData', { accountId, id });
      }
      return removed;
    },

    async deliveries(accountId, webhookId, page) {
      const newest = { of: [accountId, webhookId], descending: true, ...page } as const;
      return (await records.scan(deliveries, 'webhook', newest)).map(toDelivery);
    },

    async findDelivery(accountId, webhookId, id) {
      const found = await records.get(deliveries, { accountId, id });
      return found?.webhookId === webhookId ? toDelivery(found) : undefined;
    },

    replay: (accountId, webhookId, id, options) =>
      records.run(accountId, 'replayDelivery', { accountId, webhookId, id, ...options }),

    async claim({ now, leaseMs, webhooks: limit, deliveries: maxDeliveries }) {
      if (await isIdle()) return [];
      const found = await records.query('', 'dueWebhooks', { now, limit, after: last });
      last = found.last;
      const options = { now, until: now + leaseMs, limit: maxDeliveries };
      const claims = await Promise.all(
        found.due.map((one) => records.run(one.accountId, 'leaseWebhook', { ...one, ...options, lease: randomUUID() })),
      );
      return claims.filter((claim) => claim !== undefined);
    },

    async complete({ webhook: { accountId, id }, lease }, results, options) {
      await records.run(accountId, 'completeDeliveries', { accountId, id, lease, results, ...options });
    },

    async purge(before) {
      const unserved = (await isIdle()) ? [] : await records.query('', 'unservedQueues', { before });
      let deleted = 0;
      for (const webhookId of [null, ...unserved]) {
        for (let slice = 1; slice > 0 && deleted < maxPurged; deleted += slice) {
          slice = await records.run('', 'deleteOldDeliveries', { webhookId, before });
        }
      }
      return deleted;
    },
  };
}
