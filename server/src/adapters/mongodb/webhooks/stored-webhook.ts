import type { Webhook, WebhookDelivery } from '../../../ports/webhooks.ts';
import type { DeliveryDocument, WebhookDocument } from '../schema/documents.ts';

export function keyOf(accountId: string, id: string): string {
  return `${accountId}/${id}`;
}

export function accountOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

export function toWebhook({ _id, leasedUntil: _, lease: __, ...webhook }: WebhookDocument): Webhook {
  return webhook;
}

export function toDelivery({
  _id,
  webhook,
  pendingOf: _,
  order: __,
  nextAttemptAt = undefined,
  ...one
}: DeliveryDocument): WebhookDelivery {
  return { ...one, webhookId: webhook.slice(accountOf(webhook).length + 1), nextAttemptAt: nextAttemptAt ?? null };
}
