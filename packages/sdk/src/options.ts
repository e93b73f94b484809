import type { Logger, LogLevel } from './logger.ts';

/** The standard `fetch`, or a function like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a client is made. Everything may be left out. */
export interface MnemaOptions {
  /** API key, for memories, search, profile, usage and the request log. By default the variable `MNEMA_API_KEY`, unless `accessToken` is given. */
  apiKey?: string | undefined;
  /** Access token of a signed-in account, as `auth.login` answers it: for the account and its keys, and for everything else when there is no `apiKey`. */
  accessToken?: string | undefined;
  /** Address of the service, with http or https. By default the variable `MNEMA_BASE_URL`, then `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** Milliseconds that one attempt may take, the body of its answer included; 60,000 by default. */
  timeoutMs?: number | undefined;
  /** How many more attempts follow one that failed for a reason that may pass; 2 by default, 0 for none. */
  maxRetries?: number | undefined;
  /** What sends the requests; the `fetch` of the runtime by default. */
  fetch?: Fetch | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Where to write what the client does; `console` by default. */
  logger?: Logger | undefined;
  /** How much to write. By default the variable `MNEMA_LOG`, then `warn`. */
  logLevel?: LogLevel | undefined;
  /** An API key is rejected in a web page, where everybody could read it, unless this is true. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** What can be said for a single call. */
export interface CallOptions {
  /** Gives the call up when it aborts, also while waiting for a retry. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, instead of the client's. */
  timeoutMs?: number | undefined;
  /** How many more attempts may follow, instead of the client's. */
  maxRetries?: number | undefined;
  /** Further headers; they win over those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** What can be said for a write of a memory. */
export interface WriteOptions extends CallOptions {
  /**
   * Under the same key the service does a write once and answers it again for 24 hours: 1 to 255 visible ASCII characters.
   * By default each call has a key of its own, the same over its retries.
   */
  idempotencyKey?: string | undefined;
}

/** What can be said for `add`. */
export interface AddOptions extends WriteOptions {
  /** Seconds that the service may take to have the memory ready before it answers, at most 10; it answers at once by default. */
  waitSeconds?: number | undefined;
}

/** What can be said for `wait`. */
export interface WaitOptions extends Omit<CallOptions, 'timeoutMs'> {
  /** Milliseconds for the whole wait; 60,000 by default. */
  timeoutMs?: number | undefined;
}
