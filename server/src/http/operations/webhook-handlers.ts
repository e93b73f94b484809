import { idempotencyOf, replayHeaders, toReply } from '../../api/idempotency.ts';
import type { Handlers, OperationId, OperationRequest, Schemas } from '../../api/operation-types.ts';
import { presentFields, toDateTime } from '../../api/present-fields.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Principal } from '../../domain/accounts/authenticate.ts';
import type { Webhook, WebhookDelivery } from '../../domain/events/kinds.ts';

const usualOverlapSeconds = 24 * 60 * 60;

export function webhookHandlers({ webhooks, records }: Pick<HttpServices, 'webhooks' | 'records'>) {
  return {
    async listWebhooks(_request, { account }) {
      return { status: 200, body: { results: (await webhooks.list(account.id)).map(presentWebhook) } };
    },

    async getWebhook(request, principal) {
      return { status: 200, body: presentWebhook(await webhooks.get(targetOf(request, principal))) };
    },

    async listWebhookDeliveries(request, principal) {
      const page = { limit: 100, ...request.query };
      const { found, nextCursor } = await webhooks.deliveries(targetOf(request, principal), page);
      return { status: 200, body: { results: found.map(presentDelivery), next_cursor: nextCursor } };
    },

    async createWebhook(request, principal) {
      const { include_text: includeText, ...body } = request.body;
      const idempotency = idempotencyOf(request, principal);
      const created = await webhooks.create(principal.account.id, { ...body, includeText }, idempotency);
      request.concerns({ detail: { webhook_id: created.value.id } });
      return { status: 201, headers: replayHeaders(created), body: presentWithSecret(created) };
    },

    async updateWebhook(request, principal) {
      const { include_text: includeText, ...fields } = request.body;
      const target = targetOf(request, principal);
      request.concerns({ detail: { changed: Object.keys(request.body) } });
      const updated = await webhooks.update(target, { ...fields, includeText }, idempotencyOf(request, principal));
      return toReply(200, updated, presentWebhook);
    },

    async deleteWebhook(request, principal) {
      const target = targetOf(request, principal);
      const removed = await webhooks.remove(target, idempotencyOf(request, principal));
      return toReply(200, removed, (deletedAt) => ({ id: target.id, deleted_at: toDateTime(deletedAt) }));
    },

    async rotateWebhookSecret(request, principal) {
      const overlapSeconds = request.body.overlap_seconds ?? usualOverlapSeconds;
      const target = targetOf(request, principal);
      const rotated = await webhooks.rotateSecret(target, overlapSeconds, idempotencyOf(request, principal));
      return { status: 200, headers: replayHeaders(rotated), body: presentWithSecret(rotated) };
    },

    async replayWebhookDelivery(request, principal) {
      const { webhook_id: webhookId, delivery_id: id } = request.path;
      const { id: accountId } = principal.account;
      const idempotency = idempotencyOf(request, principal);
      const queued = await records.run(accountId, 'replayDelivery', { accountId, webhookId, id, idempotency });
      return toReply(202, queued, presentDelivery);
    },
  } satisfies Partial<Handlers>;
}

/** Returns the webhook of a request, and reports it. */
function targetOf(
  { path, concerns }: { path: { webhook_id: string } } & Pick<OperationRequest<OperationId>, 'concerns'>,
  { account }: Principal,
) {
  concerns({ detail: { webhook_id: path.webhook_id } });
  return { accountId: account.id, id: path.webhook_id };
}

/** A response that is sent again has no secret. */
function presentWithSecret({ value, isReplay }: { value: Webhook; isReplay: boolean }) {
  return { ...presentWebhook(value), secret: isReplay ? null : value.secret };
}

function presentWebhook(webhook: Webhook): Schemas['Webhook'] {
  return {
    ...presentFields(webhook, 'id', 'url', 'events', 'description', 'includeText'),
    ...{ enabled: webhook.disabledReason === null, disabled_reason: webhook.disabledReason },
    ...presentFields(webhook, 'createdAt', 'updatedAt', 'previousSecretEndsAt'),
  };
}

function presentDelivery(delivery: WebhookDelivery): Schemas['WebhookDelivery'] {
  return {
    ...presentFields(delivery, 'id', 'webhookId', 'type', 'memoryId', 'status', 'attempts'),
    ...presentFields(delivery, 'createdAt', 'lastAttemptAt', 'nextAttemptAt', 'responseStatus', 'error'),
    recent_attempts: (delivery.recentAttempts ?? []).map(({ at, ...attempt }) => ({
      ...{ time: toDateTime(at), ...presentFields(attempt, 'responseStatus', 'error') },
    })),
  };
}
