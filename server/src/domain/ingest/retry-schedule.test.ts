import { describe, expect, it } from 'vitest';
import { retryAt } from './process-claim.ts';

const now = 1_000_000_000;
const hour = 60 * 60_000;
const attempt = { attempts: 1, rejections: 1, waitingSince: now, outage: false, now, random: 0.5 };

describe('retrying ingest', () => {
  it('waits longer each time, up to five minutes', () => {
    const delays = [1, 2, 3, 4, 30].map(
      (attempts) => (retryAt({ ...attempt, attempts, outage: true }) as number) - now,
    );
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 300_000]);
  });

  it('spreads repetitions by a fifth to both sides', () => {
    expect(retryAt({ ...attempt, random: 0 })).toBe(now + 800);
    expect(retryAt({ ...attempt, random: 1 })).toBe(now + 1_200);
  });

  it('gives up on a text that broke the embedder five times, whatever else delayed it', () => {
    expect(retryAt({ ...attempt, attempts: 40, rejections: 4 })).not.toBeNull();
    expect(retryAt({ ...attempt, attempts: 40, rejections: 5 })).toBeNull();
  });

  it('keeps trying through an outage of a day, however many attempts that takes', () => {
    const outage = { ...attempt, outage: true, attempts: 400 };
    expect(retryAt({ ...outage, waitingSince: now - 24 * hour + 1 })).not.toBeNull();
    expect(retryAt({ ...outage, waitingSince: now - 24 * hour })).toBeNull();
  });
});
