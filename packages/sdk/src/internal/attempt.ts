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
  /** The request in words: `GET /usage`. */
  where: string;
}

/** Returns the innermost reason of an error: `fetch` throws `fetch failed` and hides the reason below. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: unknown }; message?: unknown };
  return String(cause?.code ?? cause?.message ?? message ?? error);
}

const times = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

/** Returns the error of a response that is missing or unreadable. */
export function connectionError(reason: string, number: number, where: string, cause?: unknown): APIConnectionError {
  return new APIConnectionError(`connection failed after ${times(number)}: ${reason} (${where})`, {
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

/**
 * Sends a request once and reads the whole response.
 * @throws {APITimeoutError | APIAbortError | APIConnectionError}
 */
export async function attempt(given: Attempt): Promise<ApiResponse> {
  const { fetch, url, method, headers, body, signal, timeoutMs, number, where } = given;
  const controller = new AbortController();
  const giveUp = (): void => controller.abort();
  const timer = setTimeout(giveUp, Math.min(timeoutMs, maxTimerMs));
  signal?.addEventListener('abort', giveUp);
  try {
    // A redirect would send the credential to another address.
    const init: RequestInit = { method, headers, redirect: 'manual', signal: controller.signal };
    if (body !== undefined) init.body = body;
    // Cookies are left out where they exist. Some edge workers reject the option itself.
    if (isBrowser()) init.credentials = 'omit';
    const response = await fetch(url, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (signal?.aborted) throw abortError(signal, number, where);
    if (controller.signal.aborted) {
      const message = `no answer within ${timeoutMs} ms after ${times(number)} (${where})`;
      throw new APITimeoutError(message, { code: 'timeout', attempts: number, cause: error });
    }
    throw connectionError(reasonOf(error), number, where, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
