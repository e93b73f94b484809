import type { Connection } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import type { CallOptions, WriteOptions } from './options.ts';
import type { Pages } from './pages.ts';
import type { APIPromise } from './response.ts';
import type {
  ApiKey,
  ApiKeyList,
  ApiKeyListParams,
  CreateApiKeyParams,
  CreatedApiKey,
  RevokedApiKey,
  RotateApiKeyParams,
  RotatedApiKey,
} from './types.ts';

/** The API keys of the account, as `mnema.apiKeys`. Needs an access token; an API key may not manage keys. */
export class ApiKeys {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates a key. Only the first response contains the secret, in `key`. It is null in the response to a retry, or to
   * a call with the idempotency key of an earlier one. If you have lost the secret, rotate the key.
   * @throws {MnemaError} a `BadRequestError` for an invalid label, scope, restriction or expiry, a `ConflictError` when
   * the account has the maximum number of keys
   */
  create(params: CreateApiKeyParams, options?: WriteOptions): APIPromise<CreatedApiKey> {
    return this.#connection.call('POST', '/api-keys', { body: params, as: 'account', write: true }, options);
  }

  /**
   * Lists keys, newest first, revoked and expired ones included: `await` gives a page, `for await` all of them.
   * @throws {MnemaError} a `BadRequestError` for a wrong limit or cursor
   */
  list(params: ApiKeyListParams = {}, options?: CallOptions): Pages<ApiKeyList, ApiKey> {
    return cursorPages('/api-keys', params, (query) =>
      this.#connection.call('GET', '/api-keys', { query, as: 'account', listed: true }, options),
    );
  }

  /**
   * Replaces a key with a new one of the same label, scopes, restriction and expiry; both work for `overlap_seconds`.
   * Only the first response contains the secret, in `key`; it is null in the response to a retry.
   * @throws {MnemaError} a `NotFoundError` when there is no such key, a `ConflictError` when it has ended or was
   * rotated before, or the account has the maximum number of keys
   */
  rotate(keyId: string, params: RotateApiKeyParams, options?: WriteOptions): APIPromise<RotatedApiKey> {
    const request = { path: { key_id: keyId }, body: params, as: 'account', write: true } as const;
    return this.#connection.call('POST', '/api-keys/{key_id}/rotate', request, options);
  }

  /**
   * Revokes a key, which the service rejects from now on. Revoking it again returns the same response.
   * @throws {MnemaError} a `NotFoundError` when there is no such key
   */
  revoke(keyId: string, options?: WriteOptions): APIPromise<RevokedApiKey> {
    const path = { key_id: keyId };
    return this.#connection.call('DELETE', '/api-keys/{key_id}', { path, as: 'account', write: true }, options);
  }
}
