import { readLanguage } from '../frame/preferences.ts';

const minuteMs = 60_000;
const units = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/** Writes how long ago something was, or how long it still takes: "3 minutes ago". Beyond a month it writes the day. */
export function formatRelative(time: string, now = Date.now()): string {
  const distance = Date.parse(time) - now;
  if (Math.abs(distance) > 30 * units[0][1]) return formatDay(time);
  const format = new Intl.RelativeTimeFormat(readLanguage(), { numeric: 'auto' });
  for (const [unit, length] of units) {
    if (Math.abs(distance) >= length) return format.format(Math.trunc(distance / length), unit);
  }
  return format.format(0, 'second');
}

/** The language as formats want it: English days come before their months. */
const locale = (): string => (readLanguage() === 'en' ? 'en-GB' : readLanguage());

/** Writes a day in UTC, as statistics count days: "4 Mar 2026". */
export const formatDay = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(time));

/** Writes a month such as "2026-03". */
export const formatMonth = (month: string, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale(), {
    month: style,
    ...(style === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(month));

/** Writes the short name of a weekday. @param weekday 0 is Monday */
export const formatWeekday = (weekday: number): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + weekday));

/** Writes a time in the zone of the person, with seconds and the zone. */
export const formatExact = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'long' }).format(Date.parse(time));

export const formatNumber = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/** Writes a size: "812 B", "4 KB", "1.3 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.trunc(Math.log10(Math.max(bytes, 1)) / 3), 3);
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[power];
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: power > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale(), format).format(bytes / 1_000 ** power);
}

/** Writes a duration: "0.8 ms", "12 ms", "1.4 s". */
export function formatMilliseconds(ms: number): string {
  const isLong = ms >= 1_000;
  const value = isLong ? ms / 1_000 : ms;
  const number = new Intl.NumberFormat(locale(), { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
  return `${number} ${isLong ? 's' : 'ms'}`;
}
