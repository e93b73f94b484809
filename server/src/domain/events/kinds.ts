import { kind } from '../../ports/record-store.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../../ports/webhooks.ts';

/** The maximum of webhooks of an account that are read at once; an account may have fewer. */
export const maxWebhooksAtOnce = 100;

export interface StoredWebhook extends Webhook {
  /** The time until which one process delivers to it. */
  leasedUntil: number;
  /** The lease of that process; null without one. */
  lease: string | null;
}

export const webhooks = kind<StoredWebhook>()({
  name: 'webhooks',
  fields: {
    accountId: 'account',
    id: 'text',
    url: 'text',
    events: 'json',
    description: 'text',
    includeText: 'boolean',
    disabledReason: 'text',
    enabledAt: 'integer',
    secret: 'text',
    previousSecret: 'text',
    previousSecretEndsAt: 'integer',
    createdAt: 'integer',
    updatedAt: 'integer',
    leasedUntil: 'integer',
    lease: 'text',
  },
  key: ['accountId', 'id'],
  indexes: {
    created: { on: ['accountId', 'createdAt', 'id'] },
    id: { on: ['id'], unique: true },
    leased: { on: ['lease'], where: 'lease' },
  },
  erases: ['url', 'description', 'secret', 'previousSecret'],
});

export interface StoredDelivery extends WebhookDelivery, Pick<WebhookEvent, 'order'> {
  accountId: string;
  /** The webhook while the delivery is pending; null afterwards. */
  pendingOf: string | null;
}

export const deliveries = kind<StoredDelivery>()({
  name: 'webhook_deliveries',
  fields: {
    accountId: 'account',
    id: 'text',
    webhookId: 'text',
    pendingOf: 'text',
    type: 'text',
    memoryId: 'text',
    version: 'integer',
    detail: 'json',
    order: 'integer',
    status: 'text',
    attempts: 'integer',
    createdAt: 'integer',
    firstAttemptAt: 'integer',
    lastAttemptAt: 'integer',
    nextAttemptAt: 'integer',
    responseStatus: 'integer',
    error: 'text',
  },
  key: ['accountId', 'id'],
  indexes: {
    webhook: { on: ['accountId', 'webhookId', 'createdAt', 'id'] },
    // The completed deliveries are together as the queue of null.
    queue: { on: ['pendingOf', 'createdAt', 'order', 'id'] },
    due: { on: ['pendingOf', 'nextAttemptAt'], where: 'pendingOf' },
  },
});
