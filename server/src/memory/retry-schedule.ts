const firstDelayMs = 1_000;
const longestDelayMs = 5 * 60_000;
/** A provider may be down for a day; a text that breaks the embedder is not tried that long. */
const outageEndsAfterMs = 24 * 60 * 60_000;
const attemptsMost = 5;

/** When to try again: doubling delays with a fifth of chance in them; null when it is time to give up. */
export function retryAt({
  attempts,
  pendingSince,
  outage,
  now,
  random,
}: {
  /** Attempts made, this one included. */
  attempts: number;
  pendingSince: number;
  outage: boolean;
  now: number;
  /** 0..1 */
  random: number;
}): number | null {
  const over = outage ? now - pendingSince >= outageEndsAfterMs : attempts >= attemptsMost;
  if (over) return null;
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(now + delayMs * (0.8 + 0.4 * random));
}
