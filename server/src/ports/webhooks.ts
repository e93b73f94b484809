import type { IdempotencyRecord, StoredResponse } from './memory-rows.ts';

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
}

export type DeliveryError =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'name_not_resolved'
  | 'address_not_allowed'
  | 'connection_failed';

export interface WebhookDelivery extends Omit<WebhookEvent, 'order'> {
  id: string;
  webhookId: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  createdAt: number;
  /** The first attempt since the event was queued or replayed. */
  firstAttemptAt: number | null;
  lastAttemptAt: number | null;
  /** null unless pending. */
  nextAttemptAt: number | null;
  responseStatus: number | null;
  error: DeliveryError | null;
}

export type DeliveryPosition = Pick<WebhookDelivery, 'createdAt' | 'id'>;

/** The changes of a webhook. Absent fields stay. A new secret turns the current one into the previous one. */
export type WebhookChanges = Partial<
  Pick<
    Webhook,
    | 'url'
    | 'events'
    | 'description'
    | 'includeText'
    | 'disabledReason'
    | 'enabledAt'
    | 'secret'
    | 'previousSecretEndsAt'
  >
> & { updatedAt: number };

/** Stores the response of the write for retries. */
interface Repeatable {
  idempotencyRecord?: IdempotencyRecord | undefined;
}

type Replayed = { replayed: StoredResponse };

/** A webhook that one process delivers to until the lease ends. */
export interface WebhookClaim {
  webhook: Webhook;
  lease: string;
  /** At most one delivery of each memory, because its events arrive in order. */
  deliveries: WebhookDelivery[];
}

export type DeliveryResult = Pick<WebhookDelivery, 'id' | 'status' | 'nextAttemptAt' | 'responseStatus' | 'error'>;

/**
 * Keeps webhooks and the queue of their events. Commits of memories and counts of searches queue events in the same
 * transaction, for each enabled webhook of the account that subscribes to the type. Every method resolves when its
 * writes are durable, and may throw {@link StoreUnavailableError}. An id of another account behaves like one that does
 * not exist.
 */
export interface WebhookStore {
  /** @returns `full` if the account has `max` webhooks */
  create(webhook: Webhook, options: { max: number } & Repeatable): Promise<'created' | 'full' | Replayed>;
  /** Newest first. */
  list(accountId: string): Promise<Webhook[]>;
  /** @returns the webhook after the change; undefined if it does not exist */
  update(
    accountId: string,
    id: string,
    changes: WebhookChanges,
    options?: Repeatable,
  ): Promise<Webhook | undefined | Replayed>;
  /** Removes a webhook with its secrets, its queue and the bodies that show it. @returns whether there was one */
  remove(accountId: string, id: string, options?: Repeatable): Promise<boolean | Replayed>;
  /** Newest first, by time and then by id. @param page.after the last delivery of the page before */
  deliveries(
    accountId: string,
    webhookId: string,
    page: { limit: number; after?: DeliveryPosition | undefined },
  ): Promise<WebhookDelivery[]>;
  findDelivery(accountId: string, webhookId: string, id: string): Promise<WebhookDelivery | undefined>;
  /** Queues a completed delivery again. @returns `pending` if it is already waiting */
  replay(
    accountId: string,
    webhookId: string,
    id: string,
    options: { at: number } & Repeatable,
  ): Promise<'queued' | 'missing' | 'pending' | Replayed>;
  /**
   * Leases enabled webhooks with due deliveries, those first that were served least recently. Nothing of a suspended
   * account is leased.
   * @param options.webhooks the maximum of webhooks
   * @param options.deliveries the maximum of deliveries for each
   */
  claim(options: { now: number; leaseMs: number; webhooks: number; deliveries: number }): Promise<WebhookClaim[]>;
  /**
   * Writes the results of a claim and ends its lease. It writes nothing if another process has leased the webhook.
   * @param options.disabledReason disables the webhook, unless it is null
   */
  complete(
    claim: Pick<WebhookClaim, 'webhook' | 'lease'>,
    results: readonly DeliveryResult[],
    options: { at: number; disabledReason: DisabledReason | null },
  ): Promise<void>;
  /**
   * Deletes deliveries from before a time that are completed or whose webhook is disabled or deleted, a limited number
   * at a time.
   * @returns the number of deleted deliveries
   */
  purge(before: number): Promise<number>;
}
