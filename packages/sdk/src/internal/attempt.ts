import { APIAbortError, APIConnectionError, APITimeoutError } from '../errors.ts';
import type { Fetch } from '../options.ts';
import type { ContractClient, SendWritten, Verb } from './contract-call.ts';
import { isBrowser } from './environment.ts';

/** The maximum delay of timers; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface Attempt {
  client: ContractClient;
  fetch: Fetch;
  baseUrl: string;
  method: Verb;
  /** The path as the contract has it, and the names in it. */
  path: string;
  names: Readonly<Record<string, unknown>> | undefined;
  /** The query and the body as they are sent. */
  query: string;
  body: string | undefined;
  headers: Readonly<Record<string, string>>;
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

/** A response that was read to its end, or whose body is still to be read. */
export interface Received {
  status: number;
  headers: Headers;
  /** The parsed body, or the text of one that is not JSON; undefined without one. */
  value: unknown;
}

/** Returns the host and the port of a URL: `127.0.0.1:8787`. */
function addressOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Returns the error of a response that is missing or unreadable. */
export function connectionError(
  reason: string,
  number: number,
  { baseUrl, where }: { baseUrl: string; where: string },
  cause?: unknown,
): APIConnectionError {
  return new APIConnectionError(
    `connection to ${addressOf(baseUrl)} failed after ${times(number)}: ${reason} (${where})`,
    {
      code: 'connection_error',
      attempts: number,
      cause,
    },
  );
}

/** Returns the error of a response without the JSON object that each successful one has. */
export function notAnObject(status: number, given: Attempt, cause?: unknown): APIConnectionError {
  return connectionError(`the response (${status}) is not a JSON object`, given.number, given, cause);
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
    const { signal, number, where, baseUrl, timeoutMs } = this.#given;
    if (signal?.aborted) return abortError(signal, number, where);
    if (!this.signal.aborted) return connectionError(reasonOf(error), number, this.#given, error);
    const message = `no response from ${addressOf(baseUrl)} within ${timeoutMs} ms after ${times(number)} (${where})`;
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
 * Sends a request once with openapi-fetch, which reads the whole response unless it is to be streamed.
 * @throws {APITimeoutError | APIAbortError | APIConnectionError}
 */
export async function attempt(given: Attempt): Promise<Received> {
  const { client, method, path, names, query, body, headers, streamed } = given;
  // As a method of `given`, it would have a `this`, which some runtimes reject.
  const { fetch } = given;
  const limit = new Limit(given);
  let response: Response | undefined;
  // The `fetch` of a client takes a URL and its options, so the request carries only the URL and the headers.
  const sendParts = async (request: Request): Promise<Response> => {
    // A redirect would send the credential to another address.
    const init: RequestInit = { method, headers: request.headers, redirect: 'manual', signal: limit.signal };
    if (body !== undefined) init.body = body;
    // Cookies are left out where they exist. Some edge workers reject the option itself.
    if (isBrowser()) init.credentials = 'omit';
    response = await fetch(request.url, init);
    return response;
  };
  try {
    const result = await (client[method] as SendWritten)(path, {
      params: { path: names },
      querySerializer: () => query,
      body,
      headers,
      parseAs: streamed ? 'stream' : 'json',
      fetch: sendParts,
    });
    const { status, ok, body: pieces, headers: received } = result.response;
    // An empty stream is a stream as well, but openapi-fetch leaves it out.
    const value = streamed && ok && pieces ? piecesOf(pieces, limit) : (result.data ?? result.error);
    return { status, headers: received, value };
  } catch (error) {
    if (response && (error as Error)?.name === 'SyntaxError') throw notAnObject(response.status, given, error);
    throw limit.explain(error);
  } finally {
    limit.end();
  }
}
