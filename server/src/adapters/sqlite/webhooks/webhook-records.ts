import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryRecord } from '../../../ports/records.ts';
import type { Webhook } from '../../../ports/webhooks.ts';
import { prepare } from '../connection/prepare.ts';

/** Writes a webhook. An existing one keeps its number, to which its deliveries refer. */
export function putWebhook(db: DatabaseSync, account: number, webhook: Webhook): void {
  prepare(
    db,
    `INSERT INTO webhook (id, account, url, events, description, include_text, disabled_reason, enabled_at, secret,
       previous_secret, previous_secret_ends_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, events = excluded.events, description = excluded.description,
       include_text = excluded.include_text, disabled_reason = excluded.disabled_reason,
       enabled_at = excluded.enabled_at, secret = excluded.secret, previous_secret = excluded.previous_secret,
       previous_secret_ends_at = excluded.previous_secret_ends_at, updated_at = excluded.updated_at`,
  ).run(
    ...[webhook.id, account, webhook.url, JSON.stringify(webhook.events), webhook.description],
    ...[Number(webhook.includeText), webhook.disabledReason, webhook.enabledAt, webhook.secret],
    ...[webhook.previousSecret, webhook.previousSecretEndsAt, webhook.createdAt, webhook.updatedAt],
  );
}

/** Writes a delivery that the store does not have. It cannot be delivered without its webhook. */
export function putDelivery(db: DatabaseSync, account: number, delivery: DeliveryRecord): void {
  prepare(
    db,
    `INSERT INTO webhook_delivery (id, account, webhook, type, memory, version, detail, status, attempts, created_at,
       first_attempt_at, last_attempt_at, next_attempt_at, response_status, error)
     SELECT ?, ?2, number, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM webhook WHERE account = ?2 AND id = ?`,
  ).run(
    ...[delivery.id, account, delivery.type, delivery.memoryId, delivery.version, JSON.stringify(delivery.detail)],
    ...[delivery.status, delivery.attempts, delivery.createdAt, delivery.firstAttemptAt, delivery.lastAttemptAt],
    ...[delivery.nextAttemptAt, delivery.responseStatus, delivery.error, delivery.webhookId],
  );
}
