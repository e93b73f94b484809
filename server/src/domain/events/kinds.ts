import { field, kindOf, maybe } from '../../ports/record-fields.ts';
import type { RecordOf } from '../../ports/record-store.ts';
import type { SendError } from '../../ports/webhook-sender.ts';

/** The maximum of webhooks of an account that are read at once; an account may have fewer. */
export const maxWebhooksAtOnce = 100;

export const webhookEventTypes = [
  'memory.ready',
  'memory.failed',
  'memory.updated',
  'memory.deleted',
  'memory.expired',
  'quota.near',
  'quota.exceeded',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

export type DisabledReason = 'by_request' | 'deliveries_failed' | 'gone';

/** Times are milliseconds since the epoch. */
export const webhooks = kindOf({
  name: 'webhooks',
  fields: {
    ...{ accountId: 'account', id: 'text', url: 'text', events: field<readonly WebhookEventType[]>('json') },
    ...{ description: maybe.text, includeText: 'boolean' },
    /** null while it is enabled. */
    disabledReason: field<DisabledReason | null>('text'),
    /** The time when it was created or last enabled. */
    enabledAt: 'integer',
    /** The secret itself is stored, because deliveries are signed with it. */
    secret: 'text',
    /** The secret before the last rotation, which also signs until it ends. */
    previousSecret: maybe.text,
    ...{ previousSecretEndsAt: maybe.integer, createdAt: 'integer', updatedAt: 'integer' },
    /** The time until which one process delivers to it. */
    leasedUntil: 'integer',
    /** The lease of that process; null without one. */
    lease: maybe.text,
  },
  key: ['accountId', 'id'],
  indexes: {
    created: { on: ['accountId', 'createdAt', 'id'] },
    id: { on: ['id'], unique: true },
    leased: { on: ['lease'], where: 'lease' },
  },
  erases: ['url', 'description', 'secret', 'previousSecret'],
});
export type Webhook = RecordOf<typeof webhooks>;

export type WebhookEvent = Pick<WebhookDelivery, 'type' | 'memoryId' | 'version' | 'detail' | 'order'>;

type DeliveryError = 'status' | 'redirect' | SendError;

export interface DeliveryAttempt {
  at: number;
  responseStatus: number | null;
  error: DeliveryError | null;
}

/** It has no field for texts or ids of users, so that nothing of a deleted memory waits in the queue. */
export const deliveries = kindOf({
  name: 'webhook_deliveries',
  fields: {
    ...{ accountId: 'account', id: 'text', webhookId: 'text' },
    /** The webhook while the delivery is pending; null afterwards. */
    pendingOf: maybe.text,
    type: field<WebhookEventType>('text'),
    /** null if the event is not about a memory. */
    memoryId: maybe.text,
    /** The version of the memory; null for other events, and if the memory is deleted. */
    version: maybe.integer,
    /** Further facts: the outcome or failure of ingest, or the quota. */
    detail: field<Readonly<Record<string, string | number>>>('json'),
    /** Larger for later events of the same memory. */
    order: 'integer',
    ...{ status: field<'pending' | 'delivered' | 'failed'>('text'), attempts: 'integer', createdAt: 'integer' },
    /** The first attempt since the event was queued or replayed. */
    firstAttemptAt: maybe.integer,
    lastAttemptAt: maybe.integer,
    /** null unless pending. */
    nextAttemptAt: maybe.integer,
    ...{ responseStatus: maybe.integer, error: field<DeliveryError | null>('text') },
    /** The last attempts, newest first; null before the first. */
    recentAttempts: field<readonly DeliveryAttempt[] | null>('json'),
  },
  key: ['accountId', 'id'],
  indexes: {
    webhook: { on: ['accountId', 'webhookId', 'createdAt', 'id'] },
    // The completed deliveries are together as the queue of null.
    queue: { on: ['pendingOf', 'createdAt', 'order', 'id'] },
    due: { on: ['pendingOf', 'nextAttemptAt'], where: 'pendingOf' },
  },
});
export type WebhookDelivery = RecordOf<typeof deliveries>;
