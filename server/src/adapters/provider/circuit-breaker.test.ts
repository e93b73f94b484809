import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from './provider-calls.ts';
import { ProviderError } from './provider-dialect.ts';

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

describe('createCircuitBreaker', () => {
  it('lets calls through until five outages in a row', () => {
    const { breaker, failTimes } = createTestBreaker();
    failTimes(4);
    breaker.succeeded();
    failTimes(4);
    expect(breaker.admit()).toEqual({ waitMs: 0 });
    failTimes(1);
    expect(breaker.admit()).toEqual({ waitMs: 2_000, reason: down });
  });

  it('counts a rejected text as a response', () => {
    const { breaker, failTimes } = createTestBreaker();
    failTimes(4);
    breaker.failed(new ProviderError('text', 'not this one'));
    failTimes(4);
    expect(breaker.admit()).toEqual({ waitMs: 0 });
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

  it('tries every ten seconds whether a wrong setting was corrected', () => {
    const { breaker } = createTestBreaker();
    breaker.failed(new ProviderError('setting', 'wrong key'));
    expect(breaker.admit().waitMs).toBe(10_000);
  });
});
