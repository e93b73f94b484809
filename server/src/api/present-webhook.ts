import type { Webhook, WebhookDelivery } from '../domain/events/kinds.ts';
import type { components } from '../generated/contract.d.ts';
import { toDateTime, toOptionalDateTime } from './present-memory.ts';

export function presentWebhook(webhook: Webhook): components['schemas']['Webhook'] {
  const { previousSecretEndsAt } = webhook;
  return {
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description,
    include_text: webhook.includeText,
    enabled: webhook.disabledReason === null,
    disabled_reason: webhook.disabledReason,
    created_at: toDateTime(webhook.createdAt),
    updated_at: toDateTime(webhook.updatedAt),
    previous_secret_ends_at: toOptionalDateTime(previousSecretEndsAt),
  };
}

export function presentDelivery(delivery: WebhookDelivery): components['schemas']['WebhookDelivery'] {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    type: delivery.type,
    memory_id: delivery.memoryId,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: toDateTime(delivery.createdAt),
    last_attempt_at: toOptionalDateTime(delivery.lastAttemptAt),
    next_attempt_at: toOptionalDateTime(delivery.nextAttemptAt),
    response_status: delivery.responseStatus,
    error: delivery.error,
  };
}
