import type { Connection } from './internal/connection.ts';
import type { CallOptions } from './options.ts';
import type { AccessToken, Account, ChangePasswordParams, LoginParams, RegisterParams } from './types.ts';

/** The account itself, as `mnema.auth`. `register` and `login` need no credential, the others an access token. */
export class Auth {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates an account on the free plan. Retried only after a response that excludes that an account was created.
   * @throws {MnemaError} a `ConflictError` when the account exists, a `RegistrationClosedError` when registration is
   * closed
   */
  register(params: RegisterParams, options?: CallOptions): Promise<Account> {
    return this.#connection.call({ as: 'nobody', repeatable: 'undone' }, options, (client, perCall) =>
      client.POST('/auth/register', { body: params as never, ...perCall }),
    );
  }

  /**
   * Exchanges a password for an access token: pass its `access_token` to a new client.
   * @throws {MnemaError} an `UnauthenticatedError` for an unknown account or a wrong password, an
   * `AccountSuspendedError` when the operator has suspended the account
   */
  login(params: LoginParams, options?: CallOptions): Promise<AccessToken> {
    return this.#connection.call({ as: 'nobody' }, options, (client, perCall) =>
      client.POST('/auth/login', { body: params as never, ...perCall }),
    );
  }

  /**
   * Reads the account of the access token.
   * @throws {MnemaError}
   */
  me(options?: CallOptions): Promise<Account> {
    return this.#connection.call({ as: 'account' }, options, (client, perCall) => client.GET('/auth/me', perCall));
  }

  /**
   * Ends the access token of this client at once.
   * @throws {MnemaError}
   */
  async logout(options?: CallOptions): Promise<void> {
    await this.#connection.call({ as: 'account', silent: true }, options, (client, perCall) =>
      client.POST('/auth/logout', perCall),
    );
  }

  /**
   * Sets a new password and ends every other access token, with `revoke_api_keys` also the API keys. Retried only after
   * a response that excludes a change.
   * @throws {MnemaError} an `InvalidRequestError` that names `current_password` when that is wrong
   */
  async password(params: ChangePasswordParams, options?: CallOptions): Promise<void> {
    await this.#connection.call({ as: 'account', repeatable: 'undone', silent: true }, options, (client, perCall) =>
      client.PUT('/auth/password', { body: params, ...perCall }),
    );
  }
}
