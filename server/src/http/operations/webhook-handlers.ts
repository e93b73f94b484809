import type { Handlers } from '../../api/operation-types.ts';
import { toDateTime } from '../../api/present-memory.ts';
import { presentDelivery, presentWebhook } from '../../api/present-webhook.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Webhook } from '../../domain/events/kinds.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

type WebhookServices = Pick<HttpServices, 'webhooks'>;
type Reading = 'listWebhooks' | 'getWebhook' | 'listWebhookDeliveries';
type Writing = 'createWebhook' | 'updateWebhook' | 'deleteWebhook' | 'rotateWebhookSecret' | 'replayWebhookDelivery';

const usualOverlapSeconds = 24 * 60 * 60;

/** Creates the handlers of webhooks. */
export function webhookHandlers(services: WebhookServices): Pick<Handlers, Reading | Writing> {
  return { ...readingHandlers(services), ...writingHandlers(services) };
}

function readingHandlers({ webhooks }: WebhookServices): Pick<Handlers, Reading> {
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
  };
}

function writingHandlers({ webhooks }: WebhookServices): Pick<Handlers, Writing> {
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
  };
}

/** A response that is sent again has no secret. */
function presentWithSecret({ value, isReplay }: { value: Webhook; isReplay: boolean }) {
  return { ...presentWebhook(value), secret: isReplay ? null : value.secret };
}
