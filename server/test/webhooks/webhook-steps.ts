import { deliveries, type Webhook, type WebhookDelivery, webhooks } from '../../src/domain/events/kinds.ts';
import type { Idempotency } from '../../src/domain/usage/idempotency.ts';
import type { DeliveryResult, WebhookChanges, WebhookClaim } from '../../src/domain/webhooks/commands.ts';
import { createClaims, purgeDeliveries } from '../../src/domain/webhooks/start-deliveries.ts';
import type { WebhookRecords } from '../../src/domain/webhooks/webhooks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { ana } from '../memory-store-samples.ts';

interface Once {
  idempotency?: Idempotency;
}

const day = 24 * 60 * 60_000;

/** Steps of tests with webhooks. Each is one command or read, at the time of the clock. */
export function webhookSteps(records: WebhookRecords, clock: Clock) {
  const claims = createClaims(records, clock);
  return {
    create: (webhook: Webhook, { max = 10, ...once }: Once & { max?: number } = {}) =>
      records.run(webhook.accountId, 'createWebhook', { webhook, max, ...once }),
    list: (accountId: string) => records.scan(webhooks, 'created', { of: [accountId], descending: true, limit: 1_000 }),
    update: (accountId: string, id: string, changes: WebhookChanges, once: Once = {}) =>
      records.run(accountId, 'updateWebhook', { accountId, id, changes, ...once }),
    rotate: (id: string, input: { secret: string; overlapMs: number } & Once) =>
      records.run(ana, 'rotateWebhookSecret', { accountId: ana, id, ...input }),
    remove: (accountId: string, id: string, once: Once = {}) =>
      records.run(accountId, 'removeWebhook', { accountId, id, ...once }),
    deliveries: (accountId: string, id: string, page: { limit?: number; after?: WebhookDelivery | undefined } = {}) =>
      records.scan(deliveries, 'webhook', { of: [accountId, id], descending: true, limit: 1_000, ...page }),
    findDelivery: (id: string) => records.get(deliveries, { accountId: ana, id }),
    replay: (accountId: string, webhookId: string, id: string, once: Once = {}) =>
      records.run(accountId, 'replayDelivery', { accountId, webhookId, id, ...once }),
    claim: (limit = 10) => claims(limit),
    complete: (
      { webhook: { accountId, id }, lease }: WebhookClaim,
      results: readonly DeliveryResult[],
      { at, disabledReason = null }: { at: number; disabledReason?: Webhook['disabledReason'] },
    ) => records.run(accountId, 'completeDeliveries', { accountId, id, lease, results, at, disabledReason }),
    /** Deletes deliveries from before a time. */
    purge: (before: number) => purgeDeliveries({ records, clock: { now: () => before + 7 * day } }),
  };
}
