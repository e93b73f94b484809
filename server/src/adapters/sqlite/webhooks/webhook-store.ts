import type { WebhookStore } from '../../../ports/webhooks.ts';
import { prepare } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  toDelivery,
  toWebhook,
  type WebhookRow,
  webhookColumns,
} from './stored-webhook.ts';
import { dueWebhooks } from './webhook-writes.ts';

const ofWebhook = `FROM account JOIN webhook ON webhook.account = account.number
  JOIN webhook_delivery AS one ON one.account = account.number AND one.webhook = webhook.number
  WHERE account.id = ? AND webhook.id = ?`;

/** Stores webhooks in SQLite. Reads are point reads on the caller's thread. */
export function createSqliteWebhookStore({ writer, snapshot }: Pick<Connections, 'writer' | 'snapshot'>): WebhookStore {
  return {
    create: (webhook, { max, idempotencyRecord: record }) => writer.run('createWebhook', { webhook, max, record }),

    async list(accountId) {
      const sql = `SELECT ${webhookColumns} FROM account JOIN webhook ON webhook.account = account.number
        WHERE account.id = ? ORDER BY webhook.number DESC`;
      return snapshot.read((db) => prepare<WebhookRow>(db, sql).all(accountId)).map(toWebhook);
    },

    update: (accountId, id, changes, { idempotencyRecord: record } = {}) =>
      writer.run('updateWebhook', { accountId, id, changes, record }),

    remove: (accountId, id, { idempotencyRecord: record } = {}) =>
      writer.run('removeWebhook', { accountId, id, record }),

    async deliveries(accountId, webhookId, { limit, after }) {
      const sql = `SELECT ${deliveryColumns} ${ofWebhook} ${after ? 'AND (one.created_at, one.id) < (?, ?)' : ''}
        ORDER BY one.created_at DESC, one.id DESC LIMIT ?`;
      const values = [accountId, webhookId, ...(after ? [after.createdAt, after.id] : []), limit];
      return snapshot.read((db) => prepare<DeliveryRow>(db, sql).all(...values)).map(toDelivery);
    },

    async findDelivery(accountId, webhookId, id) {
      const sql = `SELECT ${deliveryColumns} ${ofWebhook} AND one.id = ?`;
      const found = snapshot.read((db) => prepare<DeliveryRow>(db, sql).get(accountId, webhookId, id));
      return found && toDelivery(found);
    },

    replay: (accountId, webhookId, id, { at, idempotencyRecord: record }) =>
      writer.run('replayDelivery', { accountId, webhookId, id, at, record }),

    async claim(options) {
      // This check reads the snapshot, so that an idle server writes nothing.
      const isDue = snapshot.read((db) => prepare(db, dueWebhooks).get(options.now, 1) !== undefined);
      return isDue ? writer.run('claimWebhooks', options) : [];
    },

    complete: ({ webhook, lease }, results, { at, disabledReason }) =>
      writer.run('completeDeliveries', { id: webhook.id, lease, results, at, disabledReason }),

    purge: (before) => writer.run('purgeDeliveries', { before }),
  };
}
