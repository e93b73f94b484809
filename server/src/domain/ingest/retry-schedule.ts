import { backoffMs } from '../../lib/backoff.ts';

const delays = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** A provider may be unavailable for a day. Retries for a text that breaks the embedder end sooner. */
const outageEndsAfterMs = 24 * 60 * 60_000;
const maxRejections = 5;

/** Returns the time of the next attempt, or null for no further one. The delays double, with a jitter of a fifth. */
export function retryAt({
  attempts,
  rejections,
  waitingSince,
  outage,
  now,
  random,
}: {
  /** The number of attempts, including this one. */
  attempts: number;
  /** The number of attempts that failed because of the memory itself. */
  rejections: number;
  /** The time from which the memory has been waiting for this process. */
  waitingSince: number;
  /** Whether this attempt failed because the provider was unavailable. */
  outage: boolean;
  now: number;
  /** A number from 0 to 1. */
  random: number;
}): number | null {
  const over = outage ? now - waitingSince >= outageEndsAfterMs : rejections >= maxRejections;
  if (over) return null;
  const delayMs = backoffMs((outage ? attempts : rejections) - 1, delays);
  return Math.round(now + delayMs * (0.8 + 0.4 * random));
}
