import type { Webhook, WebhookDelivery } from '../../../ports/webhooks.ts';

export interface WebhookRow extends Omit<Webhook, 'events' | 'includeText'> {
  number: number;
  /** JSON text. */
  events: string;
  includeText: number;
}

export interface DeliveryRow extends Omit<WebhookDelivery, 'detail'> {
  number: number;
  /** JSON text. */
  detail: string;
}

export const webhookColumns = `webhook.number, webhook.id, account.id AS accountId, url, events, description,
  include_text AS includeText, disabled_reason AS disabledReason, enabled_at AS enabledAt, secret,
  previous_secret AS previousSecret, previous_secret_ends_at AS previousSecretEndsAt,
  webhook.created_at AS createdAt, updated_at AS updatedAt`;

export const deliveryColumns = `one.number, one.id, webhook.id AS webhookId, one.type, one.memory AS memoryId,
  one.version, one.detail, one.status, one.attempts, one.created_at AS createdAt,
  one.first_attempt_at AS firstAttemptAt, one.last_attempt_at AS lastAttemptAt,
  one.next_attempt_at AS nextAttemptAt, one.response_status AS responseStatus, one.error`;

export function toWebhook({ number: _, events, includeText, ...row }: WebhookRow): Webhook {
  return { ...row, events: JSON.parse(events), includeText: includeText === 1 };
}

export function toDelivery({ number: _, detail, ...row }: DeliveryRow): WebhookDelivery {
  return { ...row, detail: JSON.parse(detail) };
}
