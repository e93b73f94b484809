import type { ClientSession } from 'mongodb';
import { ulid } from 'ulid';
import type { Commit } from '../../../ports/memory-store.ts';
import type { WebhookEvent } from '../../../ports/webhooks.ts';
import type { Collections, DeliveryDocument, WebhookDocument } from '../schema/documents.ts';

export type QueuingWebhook = Pick<WebhookDocument, '_id' | 'accountId' | 'events'>;

export interface AccountEvents {
  accountId: string;
  at: number;
  events: readonly WebhookEvent[];
}

/**
 * Reads the enabled webhooks of the accounts whose commits may queue events. A webhook whose creation was acknowledged
 * before this call is among them. A failure is thrown where the result is awaited.
 */
export function queuingWebhooks(collections: Collections, commits: readonly Commit[]): Promise<QueuingWebhook[]> {
  const accounts = commits.filter(mayQueue).map(({ accountId }) => accountId);
  const found = accounts.length > 0 ? enabledWebhooks(collections, accounts) : Promise.resolve([]);
  found.catch(() => undefined);
  return found;
}

/** Whether a commit changes or deletes memories, or counts towards a limited quota. */
function mayQueue({ changes, quota }: Commit): boolean {
  return quota?.memoryWrites != null || changes.some(({ kind }) => kind !== 'insert' && kind !== 'requeue');
}

export function enabledWebhooks(
  { webhooks }: Collections,
  accountIds: readonly string[],
  options: { session?: ClientSession } = {},
): Promise<QueuingWebhook[]> {
  const filter = { accountId: { $in: [...new Set(accountIds)] }, disabledReason: null };
  return webhooks.find(filter, options).project<QueuingWebhook>({ accountId: 1, events: 1 }).toArray();
}

/** Queues events for the webhooks that subscribe to their types, in the transaction of the change. */
export async function queueEvents(
  { deliveries }: Collections,
  session: ClientSession,
  webhooks: readonly QueuingWebhook[],
  given: readonly AccountEvents[],
): Promise<void> {
  if (webhooks.length === 0) return;
  const queued = given.flatMap(({ accountId, at, events }) =>
    webhooks
      .filter((one) => one.accountId === accountId)
      .flatMap((one) =>
        events.filter(({ type }) => one.events.includes(type)).map((event) => toDocument(one, event, at)),
      ),
  );
  if (queued.length > 0) await deliveries.insertMany(queued, { session });
}

function toDocument({ _id: webhook, accountId }: QueuingWebhook, event: WebhookEvent, at: number): DeliveryDocument {
  const id = `dlv_${ulid(at)}`;
  return {
    ...{ _id: `${accountId}/${id}`, id, webhook, pendingOf: webhook, ...event, status: 'pending', attempts: 0 },
    ...{
      createdAt: at,
      firstAttemptAt: null,
      lastAttemptAt: null,
      nextAttemptAt: at,
      responseStatus: null,
      error: null,
    },
  };
}
