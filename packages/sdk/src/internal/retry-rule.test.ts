import { describe, expect, it } from 'vitest';
import { APIAbortError, APIConnectionError, APIError, APITimeoutError, MnemaError } from '../errors.ts';
import { retryDelayMs } from './retry-rule.ts';

const response = (status: number, code: string | null = null, more: { retryAfter?: number; attempts?: number } = {}) =>
  new APIError('', { status, code, attempts: 1, ...more });
const none = () => 0;

describe('the retry rule', () => {
  it.each([
    [response(408), true],
    [response(429, 'rate_limited'), true],
    [response(429, 'quota_exceeded'), false],
    [response(500), true],
    [response(599), true],
    [response(499), false],
    [response(409, 'conflict'), false],
    [response(302), false],
    [new APIConnectionError('', { attempts: 1 }), true],
    [new APITimeoutError('', { attempts: 1 }), true],
    [new APIAbortError('', { attempts: 1 }), false],
    [new MnemaError('', { attempts: 1 }), false],
  ])('%o: %s', (error, again) => {
    expect(retryDelayMs(error, 'always', none) !== null).toBe(again);
  });

  it.each([
    [response(503, 'unavailable'), true],
    [response(429, 'rate_limited'), true],
    [response(408), false],
    [response(500), false],
    [new APIConnectionError('', { attempts: 1 }), false],
    [new APITimeoutError('', { attempts: 1 }), false],
  ])('without an idempotency key, %o: %s', (error, again) => {
    expect(retryDelayMs(error, 'undone', none) !== null).toBe(again);
  });

  it('doubles the wait each time up to 8 s, and subtracts up to a quarter at random', () => {
    const delays = (random: () => number) =>
      [1, 2, 3, 4, 5, 6, 7].map((attempts) => retryDelayMs(response(500, null, { attempts }), 'always', random));
    expect(delays(none)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(delays(() => 1)).toEqual([375, 750, 1500, 3000, 6000, 6000, 6000]);
  });

  it('waits as long as the service requests, up to 60 s', () => {
    const delay = (retryAfter: number) => retryDelayMs(response(503, null, { retryAfter: retryAfter }), 'always');
    expect([delay(0), delay(2), delay(60), delay(60.5)]).toEqual([0, 2000, 60_000, null]);
  });
});
