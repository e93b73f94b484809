/** Seconds to wait by a `Retry-After` header, which has seconds or an HTTP date; null when it has neither. */
export function parseRetryAfter(value: string | null, nowMs: number = Date.now()): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  // JavaScript reads a date into almost anything, `-5` included; an HTTP date begins with its day of the week.
  const atMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, (atMs - nowMs) / 1000);
}
