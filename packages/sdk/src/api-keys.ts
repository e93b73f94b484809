import { type Connection, checkId } from './internal/connection.ts';
import type { CallOptions } from './options.ts';
import type { ApiKeyList, CreateApiKeyParams, CreatedApiKey, RevokedApiKey } from './types.ts';

/** The API keys of the account, as `mnema.apiKeys`. Needs an access token; an API key may not manage keys. */
export class ApiKeys {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Makes a key. Its secret is in this answer and nowhere else. Retried only when the service says that it has done nothing.
   * @throws {MnemaError} an `InvalidRequestError` for a label, scope or expiry that is wrong
   */
  create(params: CreateApiKeyParams, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#connection.call({ as: 'account', repeatable: 'undone' }, options, (client, perCall) =>
      client.POST('/api-keys', { body: params, ...perCall }),
    );
  }

  /**
   * All keys, newest first, revoked and expired ones included.
   * @throws {MnemaError}
   */
  list(options?: CallOptions): Promise<ApiKeyList> {
    return this.#connection.call({ as: 'account', listed: true }, options, (client, perCall) =>
      client.GET('/api-keys', perCall),
    );
  }

  /**
   * Has a key rejected from now on. Revoking it again answers the same.
   * @throws {MnemaError} a `NotFoundError` when there is no such key
   */
  async revoke(keyId: string, options?: CallOptions): Promise<RevokedApiKey> {
    const path = { key_id: checkId('keyId', keyId) };
    return this.#connection.call({ as: 'account' }, options, (client, perCall) =>
      client.DELETE('/api-keys/{key_id}', { params: { path }, ...perCall }),
    );
  }
}
