import { expect, it } from 'vitest';
import { latencyStep, latencySteps, percentile } from './request-statistics.ts';

function histogram(latencies: readonly number[]): number[] {
  const counts = new Array<number>(latencySteps).fill(0);
  for (const ms of latencies) counts[latencyStep(ms)] = (counts[latencyStep(ms)] as number) + 1;
  return counts;
}

it('latency percentiles are never below the true value, and at most a step of 14 % above it', () => {
  const latencies = Array.from({ length: 5_000 }, (_, i) => 0.2 + ((i * 7919) % 5_000) + i / 10_000);
  const sorted = latencies.toSorted((a, b) => a - b);
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = sorted[Math.ceil(sorted.length * share) - 1] as number;
    const given = percentile(histogram(latencies), share);
    expect(given).toBeGreaterThanOrEqual(exact * 0.995);
    expect(given).toBeLessThanOrEqual(exact * 1.14);
  }
});

it('latency steps hold any latency from zero to hours', () => {
  for (const ms of [0, 0.01, 1, 599_999, 600_000, 1e9, Number.NaN]) {
    expect(latencyStep(ms)).toBeGreaterThanOrEqual(0);
    expect(latencyStep(ms)).toBeLessThan(latencySteps);
  }
  expect(percentile(histogram([]), 0.5)).toBe(0);
});
