import type { Logger, LogLevel } from './logger.ts';

/** The standard `fetch`, or a function like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of a client, all optional. */
export interface MnemaOptions {
  /**
   * API key, for memories, search, profile, usage and the request log. By default the variable `MNEMA_API_KEY`, unless
   * `accessToken` is given. It must not be null, which is the `key` of a response to a retry.
   */
  apiKey?: string | null | undefined;
  /**
   * Access token of a signed-in account, from `auth.login`. It is used for the account and its keys, and without an
   * `apiKey` for all calls.
   */
  accessToken?: string | undefined;
  /** Address of the service, with http or https. By default the variable `MNEMA_BASE_URL`, then `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** Milliseconds for one attempt, the response's body included; 60,000 by default. */
  timeoutMs?: number | undefined;
  /** The maximum number of retries after a temporary failure; 2 by default, 0 for none. */
  maxRetries?: number | undefined;
  /** The function that sends the requests; the `fetch` of the runtime by default. */
  fetch?: Fetch | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The log of the client; `console` by default. */
  logger?: Logger | undefined;
  /** The level of the log. By default the variable `MNEMA_LOG`, then `warn`. */
  logLevel?: LogLevel | undefined;
  /** Allows an API key in a web page, where every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call, even while it waits for a retry. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; replaces the setting of the client. */
  timeoutMs?: number | undefined;
  /** The maximum number of retries; replaces the setting of the client. */
  maxRetries?: number | undefined;
  /** Further headers; they replace those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The options of a write that carries an idempotency key: those of memories, API keys, sessions and webhooks. */
export interface WriteOptions extends CallOptions {
  /**
   * The idempotency key, 1 to 255 visible ASCII characters. The service does a write with the same key once, and
   * repeats its response for 24 hours. By default each call has its own key, which all its retries share.
   */
  idempotencyKey?: string | undefined;
}

/** The options of a change of a memory that exists: `update`, `delete` and `restore`. */
export interface ChangeOptions extends WriteOptions {
  /**
   * The `version` that the memory must have. If it has another one, nothing changes, and the call rejects with a
   * `PreconditionFailedError`.
   */
  ifVersion?: number | undefined;
}

/** The options of an `update` or `restore` that returns nothing. An API key without the scope `read` must use them. */
export interface MinimalOptions extends ChangeOptions {
  /** Leaves the memory out of the response. */
  return: 'minimal';
}

/** The options of `forget`. */
export interface ForgetOptions extends WriteOptions {
  /** The number of memories to delete, which a `forget` without it returns as `matched`. */
  confirm?: number | undefined;
}

/** The options of `add`. */
export interface AddOptions extends WriteOptions {
  /** The seconds that the service may wait for the memory to be ready, 10 at most. By default it does not wait. */
  waitSeconds?: number | undefined;
}

/** The options of `wait`. */
export interface WaitOptions extends Omit<CallOptions, 'timeoutMs'> {
  /** Milliseconds for the whole wait; 60,000 by default. */
  timeoutMs?: number | undefined;
}
