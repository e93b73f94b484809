import { backoffMs } from './backoff.ts';

const delays = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** A provider may be down for a day; a text that breaks the embedder is not tried that long. */
const outageEndsAfterMs = 24 * 60 * 60_000;
const maxRejections = 5;

/** When to try again: doubling delays with a fifth of chance in them; null when it is time to give up. */
export function retryAt({
  attempts,
  rejections,
  waitingSince,
  outage,
  now,
  random,
}: {
  /** Attempts made, this one included. */
  attempts: number;
  /** Those of them that failed because of the memory itself. */
  rejections: number;
  /** Since when the memory has been waiting for this process. */
  waitingSince: number;
  /** Whether this attempt failed for want of the provider. */
  outage: boolean;
  now: number;
  /** 0..1 */
  random: number;
}): number | null {
  const over = outage ? now - waitingSince >= outageEndsAfterMs : rejections >= maxRejections;
  if (over) return null;
  const delayMs = backoffMs((outage ? attempts : rejections) - 1, delays);
  return Math.round(now + delayMs * (0.8 + 0.4 * random));
}
