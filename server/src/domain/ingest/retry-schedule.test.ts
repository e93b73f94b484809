import { expect, it } from 'vitest';
import { retryAt } from './process-claim.ts';

it('repetitions of an ingest spread by a fifth to both sides', () => {
  const attempt = { attempts: 1, rejections: 1, waitingSince: 0, outage: false, now: 0 };
  expect([0, 1].map((random) => retryAt({ ...attempt, random }))).toEqual([800, 1_200]);
});
