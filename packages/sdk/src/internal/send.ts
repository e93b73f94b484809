import { APIConnectionError, APIError, MnemaError } from '../errors.ts';
import { type Attempt, abortError, attempt, connectionError } from './attempt.ts';
import { pause } from './pause.ts';
import { parseRetryAfter } from './retry-after.ts';
import { type Repeatable, retryDelayMs } from './retry-rule.ts';
import type { Settings } from './settings.ts';
import { toApiError } from './to-api-error.ts';

export interface Outgoing extends Omit<Attempt, 'number' | 'fetch'> {
  maxRetries: number;
  repeatable: Repeatable;
  /** True when the response has no body. */
  silent: boolean;
  /** The moment (of `performance.now`) at which all attempts end and after which none begins. */
  deadlineMs: number;
}

export interface Incoming {
  status: number;
  /** The parsed response, or the pieces of one that is streamed; undefined when it has no body. */
  value: unknown;
  /** The number of times the request was sent. */
  attempts: number;
}

/** @throws {SyntaxError | TypeError} unless it is a JSON object, as every response is */
function parseObject(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new TypeError('not an object');
}

async function sendOnce(given: Attempt, silent: boolean): Promise<Incoming> {
  const { number, where } = given;
  const response = await attempt(given);
  const { status, headers, text, pieces } = response;
  if (status < 200 || status > 299) {
    // A browser gives a redirect that is not followed the status 0.
    if (status === 0) {
      throw new APIError(`the response is a redirect, which is not followed (${where})`, { status, attempts: number });
    }
    throw toApiError(response, where, number, parseRetryAfter(headers.get('retry-after')));
  }
  if (pieces) return { status, value: pieces, attempts: number };
  if (silent && text === '') return { status, value: undefined, attempts: number };
  try {
    return { status, value: parseObject(text), attempts: number };
  } catch (error) {
    throw connectionError(`the response (${status}) is not a JSON object`, number, given, error);
  }
}

/**
 * Sends a request until an attempt has a final response.
 * @throws {MnemaError} the error of the last attempt
 */
export async function send({ fetch, log }: Settings, outgoing: Outgoing): Promise<Incoming> {
  const { headers, signal, where, timeoutMs, maxRetries, repeatable, silent, deadlineMs } = outgoing;
  if (signal?.aborted) throw abortError(signal, 0, where);
  for (let number = 1; ; number += 1) {
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    if (number > 1) headers.set('mnema-retry-count', String(number - 1));
    try {
      const leftMs = Math.max(1, Math.min(timeoutMs, deadlineMs - startedAt));
      const incoming = await sendOnce({ ...outgoing, fetch, number, timeoutMs: leftMs }, silent);
      log.debug(`${where} → ${incoming.status} in ${elapsed()} ms`);
      return incoming;
    } catch (error) {
      if (!(error instanceof MnemaError)) throw error;
      log.debug(`${where} → ${error.status ?? error.code} in ${elapsed()} ms`);
      const delayMs = number > maxRetries ? null : retryDelayMs(error, repeatable);
      if (delayMs === null || performance.now() + delayMs >= deadlineMs) throw error;
      log.info(
        `${where}: ${APIConnectionError.is(error) ? error.code : error.status}, retrying in ${Math.round(delayMs)} ms`,
      );
      await pause(delayMs, signal);
      if (signal?.aborted) throw abortError(signal, number, where);
    }
  }
}
