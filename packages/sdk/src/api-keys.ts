import type { Connection } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import type { CallOptions, WriteOptions } from './options.ts';
import type { Pages } from './pages.ts';
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
   * Creates a key. The secret is in the first response only: `key` is null when that was lost and a retry repeated the
   * request, or when an earlier call had the same idempotency key. Rotate the key then.
   * @throws {MnemaError} a `BadRequestError` for a label, scope, restriction or expiry that is wrong, a `ConflictError` when the
   * account has as many keys as it may have
   */
  create(params: CreateApiKeyParams, options?: WriteOptions): Promise<CreatedApiKey> {
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
   * Replaces a key with a new one of the same label, scopes, restriction and expiry; both work for
   * `overlap_seconds`. The secret is in the first response only: `key` is null when that was lost and a retry repeated
   * the request.
   * @throws {MnemaError} a `NotFoundError` when there is no such key, a `ConflictError` when it has ended or was rotated
   * before, or the account has as many keys as it may have
   */
  rotate(keyId: string, params: RotateApiKeyParams, options?: WriteOptions): Promise<RotatedApiKey> {
    const request = { path: { key_id: keyId }, body: params, as: 'account', write: true } as const;
    return this.#connection.call('POST', '/api-keys/{key_id}/rotate', request, options);
  }

  /**
   * Revokes a key: the service rejects it from now on. Revoking it again gives the same response.
   * @throws {MnemaError} a `NotFoundError` when there is no such key
   */
  revoke(keyId: string, options?: WriteOptions): Promise<RevokedApiKey> {
    const path = { key_id: keyId };
    return this.#connection.call('DELETE', '/api-keys/{key_id}', { path, as: 'account', write: true }, options);
  }
}
