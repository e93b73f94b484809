const wholeSeconds = /^\d+$/;
// JavaScript reads a date into almost anything, `-5` included; the three forms of HTTP begin with the day of the week.
const httpDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/** Seconds to wait by a `Retry-After` header, which has whole seconds or an HTTP date; null when it has neither. */
export function parseRetryAfter(value: string | null, nowMs: number = Date.now()): number | null {
  const text = value?.trim() ?? '';
  if (wholeSeconds.test(text)) return Number(text);
  if (!httpDate.test(text)) return null;
  // One of the forms has no time zone and means UTC all the same.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : Math.max(0, (atMs - nowMs) / 1000);
}
