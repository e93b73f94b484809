import type { Handlers } from '../../api/operation-types.ts';
import { toDateTime, toOptionalDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Webhook, WebhookDelivery } from '../../domain/events/kinds.ts';
import type { components } from '../../generated/contract.d.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

const usualOverlapSeconds = 24 * 60 * 60;

export function webhookHandlers(services: Pick<HttpServices, 'webhooks'>) {
  return { ...readingHandlers(services), ...writingHandlers(services) };
}

function readingHandlers({ webhooks }: Pick<HttpServices, 'webhooks'>) {
  return {
    async listWebhooks(_request, { account }) {
      return { status: 200, body: { results: (await webhooks.list(account.id)).map(presentWebhook) } };
    },

    async getWebhook({ path }, { account }) {
      return { status: 200, body: presentWebhook(await webhooks.get({ accountId: account.id, id: path.webhook_id })) };
    },

    async listWebhookDeliveries({ path, query }, { account }) {
      const target = { accountId: account.id, id: path.webhook_id };
      const { found, nextCursor } = await webhooks.deliveries(target, {
        limit: query.limit ?? 100,
        cursor: query.cursor,
      });
      return { status: 200, body: { results: found.map(presentDelivery), next_cursor: nextCursor } };
    },
  } satisfies Partial<Handlers>;
}

function writingHandlers({ webhooks }: Pick<HttpServices, 'webhooks'>) {
  return {
    async createWebhook(request, principal) {
      const { include_text: includeText, ...body } = request.body;
      const idempotency = idempotencyOf(request, principal);
      const created = await webhooks.create(principal.account.id, { ...body, includeText }, idempotency);
      request.concerns({ detail: { webhook_id: created.value.id } });
      return { status: 201, headers: replayHeaders(created), body: presentWithSecret(created) };
    },

    async updateWebhook(request, principal) {
      const { include_text: includeText, ...fields } = request.body;
      const id = request.path.webhook_id;
      request.concerns({ detail: { webhook_id: id }, changed: Object.keys(request.body) });
      const target = { accountId: principal.account.id, id };
      const updated = await webhooks.update(target, { ...fields, includeText }, idempotencyOf(request, principal));
      return { status: 200, headers: replayHeaders(updated), body: presentWebhook(updated.value) };
    },

    async deleteWebhook(request, principal) {
      const id = request.path.webhook_id;
      request.concerns({ detail: { webhook_id: id } });
      const target = { accountId: principal.account.id, id };
      const removed = await webhooks.remove(target, idempotencyOf(request, principal));
      return { status: 200, headers: replayHeaders(removed), body: { id, deleted_at: toDateTime(removed.value) } };
    },

    async rotateWebhookSecret(request, principal) {
      const id = request.path.webhook_id;
      request.concerns({ detail: { webhook_id: id } });
      const overlapSeconds = request.body.overlap_seconds ?? usualOverlapSeconds;
      const target = { accountId: principal.account.id, id };
      const rotated = await webhooks.rotateSecret(target, overlapSeconds, idempotencyOf(request, principal));
      return { status: 200, headers: replayHeaders(rotated), body: presentWithSecret(rotated) };
    },

    async replayWebhookDelivery(request, principal) {
      const { webhook_id: id, delivery_id: deliveryId } = request.path;
      const target = { accountId: principal.account.id, id };
      const queued = await webhooks.replay(target, deliveryId, idempotencyOf(request, principal));
      return { status: 202, headers: replayHeaders(queued), body: presentDelivery(queued.value) };
    },
  } satisfies Partial<Handlers>;
}

/** A response that is sent again has no secret. */
function presentWithSecret({ value, isReplay }: { value: Webhook; isReplay: boolean }) {
  return { ...presentWebhook(value), secret: isReplay ? null : value.secret };
}

function presentWebhook(webhook: Webhook): components['schemas']['Webhook'] {
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

function presentDelivery(delivery: WebhookDelivery): components['schemas']['WebhookDelivery'] {
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
