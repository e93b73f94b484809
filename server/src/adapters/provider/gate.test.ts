import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import { ProviderError } from './provider-error.ts';

const down = new ProviderError('down', { fault: 'outage' });

function createTestGate() {
  let now = 0;
  const gate = createGate(() => now);
  return {
    gate,
    pass(ms: number) {
      now += ms;
    },
    failTimes(count: number) {
      for (let time = 0; time < count; time++) gate.failed(down);
    },
  };
}

describe('createGate', () => {
  it('lets calls through until five outages in a row', () => {
    const { gate, failTimes } = createTestGate();
    failTimes(4);
    gate.succeeded();
    failTimes(4);
    expect(gate.enter()).toEqual({ waitMs: 0 });
    failTimes(1);
    expect(gate.enter()).toEqual({ waitMs: 2_000, reason: down });
  });

  it('counts a text that is refused as a sign of life', () => {
    const { gate, failTimes } = createTestGate();
    failTimes(4);
    gate.failed(new ProviderError('not this one', { fault: 'text' }));
    failTimes(4);
    expect(gate.enter()).toEqual({ waitMs: 0 });
  });

  it('lets one call try when the time is over, and opens for all when it succeeds', () => {
    const { gate, pass, failTimes } = createTestGate();
    failTimes(5);
    pass(2_000);
    expect(gate.enter()).toEqual({ waitMs: 0 });
    expect(gate.enter().waitMs).toBeGreaterThan(0);
    gate.succeeded();
    expect([gate.enter(), gate.enter()]).toEqual([{ waitMs: 0 }, { waitMs: 0 }]);
  });

  it('stays shut twice as long after each trial that fails, a minute at most', () => {
    const { gate, pass, failTimes } = createTestGate();
    failTimes(5);
    const waits: number[] = [];
    for (let trial = 0; trial < 7; trial++) {
      const { waitMs } = gate.enter();
      waits.push(waitMs);
      pass(waitMs);
      gate.enter();
      gate.failed(down);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('shuts for as long as the provider asks, and no answer that was under way makes it shorter', () => {
    const { gate, pass, failTimes } = createTestGate();
    const limited = new ProviderError('limited', { fault: 'outage', retryAfterMs: 30_000 });
    gate.failed(limited);
    gate.failed(new ProviderError('limited', { fault: 'outage', retryAfterMs: 1_000 }));
    failTimes(5);
    expect(gate.enter().waitMs).toBe(30_000);
    pass(30_000);
    expect(gate.enter()).toEqual({ waitMs: 0 });
  });

  it('looks every ten seconds whether a wrong setting was put right', () => {
    const { gate } = createTestGate();
    gate.failed(new ProviderError('wrong key', { fault: 'setting' }));
    expect(gate.enter().waitMs).toBe(10_000);
  });
});
