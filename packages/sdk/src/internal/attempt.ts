import { APIAbortError, APIConnectionError, APITimeoutError } from '../errors.ts';
import type { Fetch } from '../options.ts';
import { isBrowser } from './environment.ts';
import type { ApiResponse } from './to-api-error.ts';

/** The maximum delay of timers; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface Attempt {
  fetch: Fetch;
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  /** The number of the attempt, from 1. */
  number: number;
  /** True for a response that is read piece by piece, with the time limit for each piece. */
  streamed?: boolean;
  /** The request in words: `GET /usage`. */
  where: string;
}

/** Returns the code of the reason, or its words. `fetch` hides the reason in the cause of its own error. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = error as {
    cause?: Partial<Record<string, unknown>>;
    code?: unknown;
    message?: unknown;
  };
  return String(cause?.['code'] ?? cause?.['message'] ?? (typeof code === 'string' ? code : message) ?? error);
}

const times = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

/** Returns the host and the port of a URL: `127.0.0.1:8787`. */
function addressOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Returns the error of a response that is missing or unreadable. */
export function connectionError(
  reason: string,
  number: number,
  { url, where }: { url: string; where: string },
  cause?: unknown,
): APIConnectionError {
  return new APIConnectionError(`connection to ${addressOf(url)} failed after ${times(number)}: ${reason} (${where})`, {
    code: 'connection_error',
    attempts: number,
    cause,
  });
}

/** Returns the error of a call that its caller has aborted. */
export function abortError(signal: AbortSignal, number: number, where: string): APIAbortError {
  return new APIAbortError(`aborted by the caller after ${times(number)} (${where})`, {
    code: 'aborted',
    attempts: number,
    cause: signal.reason,
  });
}

/** The time limit and the signal of an attempt. */
class Limit {
  readonly #given: Attempt;
  readonly #controller = new AbortController();
  readonly #giveUp = (): void => this.#controller.abort();
  readonly signal = this.#controller.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(given: Attempt) {
    this.#given = given;
    this.restart();
  }

  restart(): void {
    const { signal, timeoutMs } = this.#given;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#giveUp, Math.min(timeoutMs, maxTimerMs));
    signal?.addEventListener('abort', this.#giveUp);
    if (signal?.aborted) this.#giveUp();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#given.signal?.removeEventListener('abort', this.#giveUp);
  }

  /** Returns the error of the attempt for an error of `fetch`. */
  explain(error: unknown): APIConnectionError | APIAbortError {
    const { signal, number, where, url, timeoutMs } = this.#given;
    if (signal?.aborted) return abortError(signal, number, where);
    if (!this.signal.aborted) return connectionError(reasonOf(error), number, this.#given, error);
    const message = `no response from ${addressOf(url)} within ${timeoutMs} ms after ${times(number)} (${where})`;
    return new APITimeoutError(message, { code: 'timeout', attempts: number, cause: error });
  }
}

/** Reads a body piece by piece. The time that the reader takes does not count. */
async function* piecesOf(body: ReadableStream<Uint8Array>, limit: Limit): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const stop = (): Promise<void> => reader.cancel().catch(() => {}); // the rejection of a broken body has been reported
  limit.signal.addEventListener('abort', stop);
  try {
    for (;;) {
      limit.restart();
      const { done, value } = await reader.read();
      limit.end();
      if (limit.signal.aborted) throw limit.signal.reason;
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw limit.explain(error);
  } finally {
    limit.end();
    await stop(); // a reader that ends early must not leave the connection open
  }
}

/**
 * Sends a request once and reads the whole response, unless it is to be streamed.
 * @throws {APITimeoutError | APIAbortError | APIConnectionError}
 */
export async function attempt(given: Attempt): Promise<ApiResponse> {
  const { fetch, url, method, headers, body } = given;
  const limit = new Limit(given);
  try {
    // A redirect would send the credential to another address.
    const init: RequestInit = { method, headers, redirect: 'manual', signal: limit.signal };
    if (body !== undefined) init.body = body;
    // Cookies are left out where they exist. Some edge workers reject the option itself.
    if (isBrowser()) init.credentials = 'omit';
    const response = await fetch(url, init);
    const { status, headers: received } = response;
    if (given.streamed && response.ok && response.body) {
      return { status, headers: received, text: '', pieces: piecesOf(response.body, limit) };
    }
    return { status, headers: received, text: await response.text() };
  } catch (error) {
    throw limit.explain(error);
  } finally {
    limit.end();
  }
}
