import { kind } from '../../ports/record-store.ts';
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

/**
 * An event that a commit queues. It has no field for the text of a memory or the ids of its users. So nothing of a
 * deleted memory waits in the queue.
 */
export interface WebhookEvent {
  type: WebhookEventType;
  /** null if the event is not about a memory. */
  memoryId: string | null;
  /** The version of the memory; null for other events, and if the memory is deleted. */
  version: number | null;
  /** Further facts: the outcome or failure of ingest, or the quota. */
  detail: Readonly<Record<string, string | number>>;
  /** Larger for later events of the same memory. */
  order: number;
}

export type DisabledReason = 'by_request' | 'deliveries_failed' | 'gone';

/** Times are milliseconds since the epoch. */
export interface Webhook {
  id: string;
  accountId: string;
  url: string;
  events: readonly WebhookEventType[];
  description: string | null;
  includeText: boolean;
  /** null while it is enabled. */
  disabledReason: DisabledReason | null;
  /** The time when it was created or last enabled. */
  enabledAt: number;
  /** The secret itself is stored, because deliveries are signed with it. */
  secret: string;
  /** The secret before the last rotation, which also signs until it ends. */
  previousSecret: string | null;
  previousSecretEndsAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** The time until which one process delivers to it. */
  leasedUntil: number;
  /** The lease of that process; null without one. */
  lease: string | null;
}

export const webhooks = kind<Webhook>()({
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

export interface WebhookDelivery extends WebhookEvent {
  id: string;
  accountId: string;
  webhookId: string;
  /** The webhook while the delivery is pending; null afterwards. */
  pendingOf: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  createdAt: number;
  /** The first attempt since the event was queued or replayed. */
  firstAttemptAt: number | null;
  lastAttemptAt: number | null;
  /** null unless pending. */
  nextAttemptAt: number | null;
  responseStatus: number | null;
  error: 'status' | 'redirect' | SendError | null;
}

export const deliveries = kind<WebhookDelivery>()({
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
