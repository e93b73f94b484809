import { ulid } from 'ulid';
import type { Transaction } from '../../ports/record-store.ts';
import { deliveries, maxWebhooksAtOnce, type WebhookEvent, webhooks } from './kinds.ts';

/** Queues events for the enabled webhooks that subscribe to them, in the transaction of the change. */
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
        ...{ status: 'pending', attempts: 0, ...times, responseStatus: null, error: null, recentAttempts: null },
      });
    }
  }
}

const nearShare = 0.8;

/** A count of the month that rises from `before` to `after`. Counts only rise within a month. */
interface RisenCount {
  metric: 'memory_write' | 'memory_search';
  before: number;
  after: number;
  limit: number;
  month: number;
}

export function quotaEvents({ metric, before, after, limit, month }: RisenCount): WebhookEvent[] {
  const near = Math.ceil(limit * nearShare);
  const passed = (threshold: number) => before < threshold && after >= threshold;
  const event = (type: WebhookEvent['type']): WebhookEvent => ({
    ...{ type, memoryId: null, version: null, order: 0 },
    detail: { metric, used: after, limit, month },
  });
  return [
    ...(passed(near) && near < limit ? [event('quota.near')] : []),
    ...(passed(limit) ? [event('quota.exceeded')] : []),
  ];
}
