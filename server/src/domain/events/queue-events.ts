import { ulid } from 'ulid';
import type { Transaction } from '../../ports/record-store.ts';
import { deliveries, maxWebhooksAtOnce, type WebhookEvent, webhooks } from './kinds.ts';

/**
 * Queues events for the enabled webhooks of an account that subscribe to their types, in the transaction of the change.
 */
export async function queueEvents(tx: Transaction, accountId: string, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const enabled = { of: [accountId], where: { disabledReason: null }, limit: maxWebhooksAtOnce };
  for (const webhook of await tx.scan(webhooks, 'created', enabled)) {
    for (const event of events) {
      if (!webhook.events.includes(event.type)) continue;
      const times = { createdAt: tx.now, firstAttemptAt: null, lastAttemptAt: null, nextAttemptAt: tx.now };
      const { id: webhookId } = webhook;
      tx.insert(deliveries, {
        ...{ accountId, id: `dlv_${ulid(tx.now)}`, webhookId, pendingOf: webhookId, ...event },
        ...{ status: 'pending', attempts: 0, ...times, responseStatus: null, error: null },
      });
    }
  }
}
