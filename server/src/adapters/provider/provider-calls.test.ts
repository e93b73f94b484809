import { expect, it } from 'vitest';
import { createCircuitBreaker, createProviderCalls } from './provider-calls.ts';
import { ProviderError } from './provider-dialect.ts';

const limits = { maxAttempts: 1, attemptMs: 10_000, deadlineMs: 10_000, patienceMs: 0 };

it('the signal of a call is aborted when the provider is closed, but not that of a completed call', async () => {
  const calls = createProviderCalls('Cohere', (error) => error);
  const signals: AbortSignal[] = [];
  const begin = (result: Promise<unknown>) =>
    calls.call(limits, (signal) => {
      signals.push(signal);
      return result;
    });
  await begin(Promise.resolve());
  const call = begin(new Promise(() => {}));
  await expect.poll(() => signals.length).toBe(2);
  calls.close();
  await expect(call).rejects.toThrow(ProviderError);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

it('a call whose deadline is over before its attempt names the deadline and not the time that is left', async () => {
  const { call: begin } = createProviderCalls('Cohere', (error) => error);
  const call = begin({ ...limits, deadlineMs: 5 }, () => new Promise(() => {}));
  const end = performance.now() + 20;
  while (performance.now() < end);
  await expect(call).rejects.toThrow('Cohere did not respond within 5 ms');
});

const down = new ProviderError('outage', 'down');

function createTestBreaker() {
  let now = 0;
  const breaker = createCircuitBreaker(() => now);
  return {
    breaker,
    pass(ms: number) {
      now += ms;
    },
    failTimes(count: number) {
      for (let time = 0; time < count; time++) breaker.failed(down);
    },
  };
}

it('lets calls through until five outages in a row, in which a rejected text counts as a response', () => {
  const { breaker, failTimes } = createTestBreaker();
  failTimes(4);
  breaker.succeeded();
  failTimes(4);
  breaker.failed(new ProviderError('text', 'not this one'));
  failTimes(4);
  expect(breaker.admit()).toEqual({ waitMs: 0 });
  failTimes(1);
  expect(breaker.admit()).toEqual({ waitMs: 2_000, reason: down });
  // Every ten seconds, it tries whether a wrong setting was corrected.
  const { breaker: other } = createTestBreaker();
  other.failed(new ProviderError('setting', 'wrong key'));
  expect(other.admit().waitMs).toBe(10_000);
});

it('admits one trial when the time is over, and closes when it succeeds', () => {
  const { breaker, pass, failTimes } = createTestBreaker();
  failTimes(5);
  pass(2_000);
  expect(breaker.admit()).toEqual({ waitMs: 0 });
  expect(breaker.admit().waitMs).toBeGreaterThan(0);
  breaker.succeeded();
  expect([breaker.admit(), breaker.admit()]).toEqual([{ waitMs: 0 }, { waitMs: 0 }]);
});

it('stays open twice as long after each trial that fails, a minute at most', () => {
  const { breaker, pass, failTimes } = createTestBreaker();
  failTimes(5);
  const waits: number[] = [];
  for (let trial = 0; trial < 7; trial++) {
    const { waitMs } = breaker.admit();
    waits.push(waitMs);
    pass(waitMs);
    breaker.admit();
    breaker.failed(down);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

it('stays open for the Retry-After of the provider, and no earlier call makes it shorter', () => {
  const { breaker, pass, failTimes } = createTestBreaker();
  const limited = new ProviderError('outage', 'limited', { retryAfterMs: 30_000 });
  breaker.failed(limited);
  breaker.failed(new ProviderError('outage', 'limited', { retryAfterMs: 1_000 }));
  failTimes(5);
  expect(breaker.admit().waitMs).toBe(30_000);
  pass(30_000);
  expect(breaker.admit()).toEqual({ waitMs: 0 });
});
