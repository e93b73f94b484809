import type { Connection } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import type { CallOptions, WriteOptions } from './options.ts';
import type { Pages } from './pages.ts';
import type { APIPromise } from './response.ts';
import type {
  CreateWebhookParams,
  DeletedWebhook,
  RotateWebhookSecretParams,
  UpdateWebhookParams,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryListParams,
  WebhookList,
  WebhookWithSecret,
} from './types.ts';

/** The webhooks of the account, as `mnema.webhooks`. Needs an access token. */
export class Webhooks {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates a webhook, to which events are posted from now on. Only the first response contains the secret that signs
   * them, in `secret`. It is null in the response to a retry.
   * @throws {MnemaError} a `BadRequestError` for an address that is not allowed, a `ConflictError` when the account has
   * the maximum number of webhooks
   */
  create(params: CreateWebhookParams, options?: WriteOptions): APIPromise<WebhookWithSecret> {
    return this.#connection.call('POST', '/webhooks', { body: params, as: 'account', write: true }, options);
  }

  /**
   * Lists all webhooks, newest first.
   * @throws {MnemaError}
   */
  list(options?: CallOptions): APIPromise<WebhookList> {
    return this.#connection.call('GET', '/webhooks', { as: 'account', listed: true }, options);
  }

  /**
   * Reads a webhook, with `disabled_reason` when the service has disabled it.
   * @throws {MnemaError} a `NotFoundError` when there is no such webhook
   */
  get(webhookId: string, options?: CallOptions): APIPromise<Webhook> {
    const path = { webhook_id: webhookId };
    return this.#connection.call('GET', '/webhooks/{webhook_id}', { path, as: 'account' }, options);
  }

  /**
   * Changes the fields that are given; null removes the description. `enabled: true` starts a disabled webhook again.
   * @throws {MnemaError} a `NotFoundError` when there is no such webhook, a `BadRequestError` for a wrong field
   */
  update(webhookId: string, params: UpdateWebhookParams, options?: WriteOptions): APIPromise<Webhook> {
    const request = { path: { webhook_id: webhookId }, body: params, as: 'account', write: true } as const;
    return this.#connection.call('PATCH', '/webhooks/{webhook_id}', request, options);
  }

  /**
   * Deletes a webhook with its secret and its deliveries, including those that wait.
   * @throws {MnemaError} a `NotFoundError` when there is no such webhook
   */
  delete(webhookId: string, options?: WriteOptions): APIPromise<DeletedWebhook> {
    const request = { path: { webhook_id: webhookId }, as: 'account', write: true } as const;
    return this.#connection.call('DELETE', '/webhooks/{webhook_id}', request, options);
  }

  /**
   * Replaces the secret of a webhook. Both secrets sign for `overlap_seconds`, a day by default. As with `create`, only
   * the first response contains the secret.
   * @throws {MnemaError} a `NotFoundError` when there is no such webhook
   */
  rotateSecret(
    webhookId: string,
    params: RotateWebhookSecretParams = {},
    options?: WriteOptions,
  ): APIPromise<WebhookWithSecret> {
    const request = { path: { webhook_id: webhookId }, body: params, as: 'account', write: true } as const;
    return this.#connection.call('POST', '/webhooks/{webhook_id}/rotate-secret', request, options);
  }

  /**
   * Lists the deliveries of the last 7 days, newest first: `await` gives a page, `for await` all of them.
   * @throws {MnemaError} a `NotFoundError` when there is no such webhook
   */
  deliveries(
    webhookId: string,
    params: WebhookDeliveryListParams = {},
    options?: CallOptions,
  ): Pages<WebhookDeliveryList, WebhookDelivery> {
    const template = '/webhooks/{webhook_id}/deliveries';
    const path = { webhook_id: webhookId };
    return cursorPages(template, params, (query) =>
      this.#connection.call('GET', template, { path, query, as: 'account', listed: true }, options),
    );
  }

  /**
   * Delivers an event again, with the same `webhook-id`.
   * @throws {MnemaError} a `ConflictError` when it is still waiting or the webhook is disabled, a `NotFoundError` when
   * there is no such delivery
   */
  replayDelivery(webhookId: string, deliveryId: string, options?: WriteOptions): APIPromise<WebhookDelivery> {
    const path = { webhook_id: webhookId, delivery_id: deliveryId };
    const template = '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay';
    return this.#connection.call('POST', template, { path, as: 'account', write: true }, options);
  }
}
