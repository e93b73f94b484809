import { APIConnectionError, APIError, MnemaError } from '../errors.ts';
import { type Attempt, abortError, attempt, notAnObject } from './attempt.ts';
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
  headers: Headers;
}

async function sendOnce(given: Attempt, silent: boolean): Promise<Incoming> {
  const { number, where } = given;
  const response = await attempt(given);
  const { status, headers, value } = response;
  if (status < 200 || status > 299) {
    // A browser gives a redirect that is not followed the status 0.
    if (status === 0) {
      throw new APIError(`the response is a redirect, which is not followed (${where})`, { status, attempts: number });
    }
    throw toApiError(response, where, number, parseRetryAfter(headers.get('retry-after')));
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject && !(silent && value === undefined)) throw notAnObject(status, given);
  return { status, value, attempts: number, headers };
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
    const counted = number > 1 ? { ...headers, 'mnema-retry-count': String(number - 1) } : headers;
    try {
      const leftMs = Math.max(1, Math.min(timeoutMs, deadlineMs - startedAt));
      const incoming = await sendOnce({ ...outgoing, fetch, number, headers: counted, timeoutMs: leftMs }, silent);
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
