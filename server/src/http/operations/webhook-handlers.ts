import type { Handlers } from '../../api/operation-types.ts';
import { toDateTime } from '../../api/present-memory.ts';
import { presentDelivery, presentWebhook } from '../../api/present-webhook.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Webhook } from '../../ports/webhooks.ts';
import { repeatableBy, replayHeaders } from './idempotency.ts';

type WebhookServices = Pick<HttpServices, 'webhooks'>;
type Reading = 'listWebhooks' | 'getWebhook' | 'listWebhookDeliveries';
type Writing = 'createWebhook' | 'updateWebhook' | 'deleteWebhook' | 'rotateWebhookSecret' | 'replayWebhookDelivery';

/** Creates the handlers of webhooks. */
export function webhookHandlers(services: WebhookServices): Pick<Handlers, Reading | Writing> {
  return { ...readingHandlers(services), ...writingHandlers(services), ...rotationHandlers(services) };
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
      const page = { limit: query.limit ?? 100, cursor: query.cursor };
      const { deliveries, nextCursor } = await webhooks.deliveries(target, page);
      return { status: 200, body: { results: deliveries.map(presentDelivery), next_cursor: nextCursor } };
    },
  };
}

function writingHandlers({
  webhooks,
}: WebhookServices): Pick<Handlers, 'createWebhook' | 'updateWebhook' | 'deleteWebhook'> {
  return {
    async createWebhook(request, principal) {
      const { include_text: includeText, ...body } = request.body;
      const repeatable = repeatableBy(request, principal, 201, withoutSecret, idOf);
      const outcome = await webhooks.create(principal.account.id, { ...body, includeText }, repeatable);
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 201, headers, json: outcome.response.body };
      request.concerns({ detail: { webhook_id: outcome.webhook.id } });
      return { status: 201, headers, body: withSecret(outcome.webhook) };
    },

    async updateWebhook(request, principal) {
      const { include_text: includeText, ...fields } = request.body;
      const id = request.path.webhook_id;
      request.concerns({ detail: { webhook_id: id }, changed: Object.keys(request.body) });
      const repeatable = repeatableBy(request, principal, 200, presentWebhook, idOf);
      const changes = { ...fields, includeText };
      const outcome = await webhooks.update({ accountId: principal.account.id, id }, changes, repeatable);
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 200, headers, json: outcome.response.body };
      return { status: 200, body: presentWebhook(outcome.webhook) };
    },

    async deleteWebhook(request, principal) {
      const id = request.path.webhook_id;
      request.concerns({ detail: { webhook_id: id } });
      const render = (at: number) => ({ id, deleted_at: toDateTime(at) });
      const repeatable = repeatableBy(request, principal, 200, render);
      const outcome = await webhooks.remove({ accountId: principal.account.id, id }, repeatable);
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 200, headers, json: outcome.response.body };
      return { status: 200, body: render(outcome.at) };
    },
  };
}

function rotationHandlers({
  webhooks,
}: WebhookServices): Pick<Handlers, 'rotateWebhookSecret' | 'replayWebhookDelivery'> {
  return {
    async rotateWebhookSecret(request, principal) {
      const id = request.path.webhook_id;
      request.concerns({ detail: { webhook_id: id } });
      const overlapSeconds = request.body.overlap_seconds ?? usualOverlapSeconds;
      const repeatable = repeatableBy(request, principal, 200, withoutSecret, idOf);
      const outcome = await webhooks.rotateSecret({ accountId: principal.account.id, id }, overlapSeconds, repeatable);
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 200, headers, json: outcome.response.body };
      return { status: 200, headers, body: withSecret(outcome.webhook) };
    },

    async replayWebhookDelivery(request, principal) {
      const { webhook_id: id, delivery_id: deliveryId } = request.path;
      const repeatable = repeatableBy(request, principal, 202, presentDelivery);
      const outcome = await webhooks.replay({ accountId: principal.account.id, id }, deliveryId, repeatable);
      const headers = replayHeaders(outcome);
      if (outcome.kind === 'replayed') return { status: 202, headers, json: outcome.response.body };
      return { status: 202, body: presentDelivery(outcome.delivery) };
    },
  };
}

const usualOverlapSeconds = 24 * 60 * 60;

function idOf({ id }: Webhook): string {
  return id;
}

function withSecret(webhook: Webhook) {
  return { ...presentWebhook(webhook), secret: webhook.secret };
}

/** Renders the response that is stored. */
function withoutSecret(webhook: Webhook) {
  return { ...presentWebhook(webhook), secret: null };
}
