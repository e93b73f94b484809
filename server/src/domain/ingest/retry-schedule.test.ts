import { describe, expect, it } from 'vitest';
import { retryAt } from './process-claim.ts';

const now = 1_000_000_000;

const attempt = { attempts: 1, rejections: 1, waitingSince: now, outage: false, now, random: 0.5 };

describe('retrying ingest', () => {
  it('spreads repetitions by a fifth to both sides', () => {
    expect(retryAt({ ...attempt, random: 0 })).toBe(now + 800);
    expect(retryAt({ ...attempt, random: 1 })).toBe(now + 1_200);
  });
});
