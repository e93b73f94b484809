import type { Month } from '../../ports/usage-store.ts';

/** The calendar month in UTC that a moment lies in. */
export function monthOf(at: number): Month {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function monthAfter(month: Month): Month {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
