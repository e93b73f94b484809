import type { Connection } from './internal/connection.ts';
import type { CallOptions, WriteOptions } from './options.ts';
import type { APIPromise } from './response.ts';
import type {
  AccessToken,
  Account,
  ChangePasswordParams,
  DeleteAccountParams,
  DeletedAccount,
  EndedSessions,
  LoginParams,
  RegisterParams,
  SessionList,
} from './types.ts';

/** The account itself, as `mnema.auth`. `register` and `login` need no credential, the others an access token. */
export class Auth {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates an account on the free plan. It is retried only if the response shows that no account was created.
   * @throws {MnemaError} a `ConflictError` when the account exists, a `PermissionDeniedError` when registration is
   * closed
   */
  register(params: RegisterParams, options?: CallOptions): APIPromise<Account> {
    const request = { body: params, as: 'nobody', repeatable: 'undone' } as const;
    return this.#connection.call('POST', '/auth/register', request, options);
  }

  /**
   * Exchanges a password for an access token: pass its `access_token` to a new client.
   * @throws {MnemaError} an `AuthenticationError` for an unknown account or a wrong password, a
   * `PermissionDeniedError` when the operator has suspended the account
   */
  login(params: LoginParams, options?: CallOptions): APIPromise<AccessToken> {
    return this.#connection.call('POST', '/auth/login', { body: params, as: 'nobody' }, options);
  }

  /**
   * Reads the account of the access token.
   * @throws {MnemaError}
   */
  me(options?: CallOptions): APIPromise<Account> {
    return this.#connection.call('GET', '/auth/me', { as: 'account' }, options);
  }

  /**
   * Ends the access token of this client immediately.
   * @throws {MnemaError}
   */
  logout(options?: CallOptions): APIPromise<void> {
    return this.#connection.call('POST', '/auth/logout', { as: 'account', silent: true }, options);
  }

  /**
   * Sets a new password and ends every other access token; `revoke_api_keys` also ends the API keys. It is retried only
   * if the response shows that nothing was changed.
   * @throws {MnemaError} a `BadRequestError` that names `current_password` when it is wrong
   */
  password(params: ChangePasswordParams, options?: CallOptions): APIPromise<void> {
    const request = { body: params, as: 'account', repeatable: 'undone', silent: true } as const;
    return this.#connection.call('PUT', '/auth/password', request, options);
  }

  /**
   * Lists the sessions of the account that have not ended, newest first: access tokens, and the cookies of browsers.
   * @throws {MnemaError}
   */
  listSessions(options?: CallOptions): APIPromise<SessionList> {
    return this.#connection.call('GET', '/auth/sessions', { as: 'account', listed: true }, options);
  }

  /**
   * Ends a session immediately, which may be that of this client.
   * @throws {MnemaError} a `NotFoundError` when there is no such session, or it has ended
   */
  endSession(sessionId: string, options?: WriteOptions): APIPromise<void> {
    const request = { path: { session_id: sessionId }, as: 'account', write: true, silent: true } as const;
    return this.#connection.call('DELETE', '/auth/sessions/{session_id}', request, options);
  }

  /**
   * Ends all sessions of the account except that of this client. API keys stay valid.
   * @throws {MnemaError}
   */
  endOtherSessions(options?: WriteOptions): APIPromise<EndedSessions> {
    const request = { query: { others: true }, as: 'account', write: true } as const;
    return this.#connection.call('DELETE', '/auth/sessions', request, options);
  }

  /**
   * Deletes the account with all its data, which cannot be undone. Credentials end immediately; the data is deleted
   * within a minute. It is retried only if the response shows that the deletion has not begun.
   * @throws {MnemaError} a `BadRequestError` that names `password` when it is wrong
   */
  deleteAccount(params: DeleteAccountParams, options?: CallOptions): APIPromise<DeletedAccount> {
    const request = { body: params, as: 'account', repeatable: 'undone' } as const;
    return this.#connection.call('DELETE', '/auth/me', request, options);
  }
}
