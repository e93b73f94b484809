const wholeSeconds = /^\d+$/;
// JavaScript parses almost any text as a date, `-5` included; the three forms of HTTP begin with the weekday.
const httpDate = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/** Returns the seconds of a `Retry-After` header, a whole number or an HTTP date; null for another value. */
export function parseRetryAfter(value: string | null, nowMs: number = Date.now()): number | null {
  const text = value?.trim() ?? '';
  if (wholeSeconds.test(text)) return Number(text);
  if (!httpDate.test(text)) return null;
  // One of the forms has no time zone and still means UTC.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : Math.max(0, (atMs - nowMs) / 1000);
}
