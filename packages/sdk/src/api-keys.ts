import { type Connection, checkId } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import type { CallOptions } from './options.ts';
import type { Pages } from './pages.ts';
import type {
  ApiKey,
  ApiKeyList,
  ApiKeyListParams,
  CreateApiKeyParams,
  CreatedApiKey,
  RevokedApiKey,
} from './types.ts';

/** The API keys of the account, as `mnema.apiKeys`. Needs an access token; an API key may not manage keys. */
export class ApiKeys {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates a key. Only this response contains its secret. Retried only after a response that excludes that a key was
   * created.
   * @throws {MnemaError} an `InvalidRequestError` for a label, scope or expiry that is wrong, a `ConflictError` when the
   * account has as many keys as it may have
   */
  create(params: CreateApiKeyParams, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#connection.call({ as: 'account', repeatable: 'undone' }, options, (client, perCall) =>
      client.POST('/api-keys', { body: params, ...perCall }),
    );
  }

  /**
   * Lists keys, newest first, revoked and expired ones included: `await` gives a page, `for await` all of them.
   * @throws {MnemaError} an `InvalidRequestError` for a wrong limit or cursor
   */
  list(params: ApiKeyListParams = {}, options?: CallOptions): Pages<ApiKeyList, ApiKey> {
    return cursorPages('/api-keys', params, (query) =>
      this.#connection.call({ as: 'account', listed: true }, options, (client, perCall) =>
        client.GET('/api-keys', { params: { query }, ...perCall }),
      ),
    );
  }

  /**
   * Revokes a key: the service rejects it from now on. Revoking it again gives the same response.
   * @throws {MnemaError} a `NotFoundError` when there is no such key
   */
  async revoke(keyId: string, options?: CallOptions): Promise<RevokedApiKey> {
    const path = { key_id: checkId('keyId', keyId) };
    return this.#connection.call({ as: 'account' }, options, (client, perCall) =>
      client.DELETE('/api-keys/{key_id}', { params: { path }, ...perCall }),
    );
  }
}
