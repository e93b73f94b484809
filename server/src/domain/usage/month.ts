import type { Month } from '../../ports/usage-store.ts';

/** Returns the calendar month in UTC that holds a moment. */
export function monthOf(at: number): Month {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function monthAfter(month: Month): Month {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
