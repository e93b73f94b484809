import type { TimeSpan } from '../../ports/candidate-index.ts';

export const dayMs = 86_400_000;
export const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** A time in a query. All times are in milliseconds since the epoch, and all days are days in UTC. */
export interface CalendarTime {
  /** Returns how near another time is: 1 is the exact time, and 0 is far from it. */
  near: (at: number) => number;
  /** The spans that a search covers. A time without a year has one in this year and in each of the two before. */
  spans: TimeSpan[];
}

/** @returns undefined when the year has no such day */
export function onDay(year: number | undefined, month: number, day: number, now: number): CalendarTime | undefined {
  if (month < 0 || month > 11) return undefined;
  if (new Date(Date.UTC(year ?? 2000, month, day)).getUTCDate() !== day) return undefined;
  const isLeapDay = month === 1 && day === 29;
  // People usually mention a day on the day itself or in the two weeks after it.
  const onDayOf = (each: number) =>
    windowed(Date.UTC(each, month, day), { from: -1, to: 15 }, [-1, 2, 1], [-3, 15, 0.7], [-31, 32, 0.3]);
  return inYears(year, onDayOf, isLeapDay ? lastLeapYears(now) : lastYears(now));
}

export function inMonth(year: number | undefined, month: number, now: number): CalendarTime {
  const inMonthOf = (each: number) => {
    const days = new Date(Date.UTC(each, month + 1, 0)).getUTCDate();
    return windowed(Date.UTC(each, month), { from: 0, to: days + 10 }, [0, days, 1], [days, days + 10, 0.6]);
  };
  return inYears(year, inMonthOf, lastYears(now));
}

/** The first month, from 0, of each season in the northern hemisphere, where most texts come from. */
const firstMonths: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

export function inSeason(year: number | undefined, season: string, now: number): CalendarTime {
  const first = firstMonths[season] ?? 0;
  const inSeasonOf = (each: number) => between(Date.UTC(each, first), Date.UTC(each, first + 3), 0.5);
  return inYears(year, inSeasonOf, lastYears(now));
}

export function inYear(year: number): CalendarTime {
  return between(Date.UTC(year, 0), Date.UTC(year + 1, 0), 0.3);
}

/** Covers the day that contains a time, and with less weight the three days around it. */
export function aroundDay(at: number): CalendarTime {
  return windowed(startOfDay(at), { from: -1, to: 2 }, [0, 1, 1], [-1, 2, 0.7], [-3, 4, 0.3]);
}

/** A number of days, weeks, months or years before now. Longer periods are less exact. */
export function ago(count: number, unitDays: number, now: number): CalendarTime {
  const middle = now - count * unitDays * dayMs;
  if (unitDays === 1 && count < 7) return aroundDay(middle);
  return period(middle - (unitDays / 2) * dayMs, middle + (unitDays / 2) * dayMs);
}

export function lastWeekday(weekday: number, now: number): CalendarTime {
  const days = (new Date(now).getUTCDay() - weekday + 7) % 7 || 7;
  return aroundDay(now - days * dayMs);
}

/** Returns the period of expressions such as "last week" or "this weekend". */
export function relativePeriod(name: string, now: number): CalendarTime | undefined {
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  const monday = startOfDay(now) - ((new Date(now).getUTCDay() + 6) % 7) * dayMs;
  const periods: Record<string, CalendarTime> = {
    'last year': period(Date.UTC(year - 1, 0), Date.UTC(year, 0)),
    'this year': period(Date.UTC(year, 0), now),
    'last month': period(Date.UTC(year, month - 1), Date.UTC(year, month)),
    'this month': period(Date.UTC(year, month), now),
    'last week': period(monday - 7 * dayMs, monday),
    'this week': period(monday, now),
    'last weekend': period(monday - 2 * dayMs, monday),
    'this weekend': period(monday + 5 * dayMs, monday + 7 * dayMs),
  };
  return periods[name];
}

/** A period counts half within half its length before and after it. */
function period(from: number, to: number): CalendarTime {
  const margin = Math.max(dayMs, (to - from) / 2);
  const { near } = between(from - margin, to + margin, 0.5);
  return { near: (at) => (at >= from && at < to ? 1 : near(at)), spans: [{ from, to }] };
}

function between(from: number, to: number, nearness: number): CalendarTime {
  return { near: (at) => (at >= from && at < to ? nearness : 0), spans: [{ from, to }] };
}

/** A span, and windows in days from a start. The first window that contains a time gives its nearness. */
function windowed(
  start: number,
  span: TimeSpan,
  ...windows: (readonly [from: number, to: number, nearness: number])[]
): CalendarTime {
  const timeOf = (days: number) => start + days * dayMs;
  return {
    near: (at) => windows.find(([from, to]) => at >= timeOf(from) && at < timeOf(to))?.[2] ?? 0,
    spans: [{ from: timeOf(span.from), to: timeOf(span.to) }],
  };
}

/** A time in a given year, or in every year. In every year, a search covers the `recent` years. */
function inYears(year: number | undefined, inYearOf: (year: number) => CalendarTime, recent: readonly number[]) {
  if (year !== undefined) return inYearOf(year);
  return {
    near: (at: number) => {
      const own = new Date(at).getUTCFullYear();
      return Math.max(...[own - 1, own, own + 1].map((each) => inYearOf(each).near(at)));
    },
    spans: recent.flatMap((each) => inYearOf(each).spans),
  };
}

/** This year and the two before: a winter begins in one year, and people still mention it in the next. */
function lastYears(now: number): number[] {
  const own = new Date(now).getUTCFullYear();
  return [own - 2, own - 1, own];
}

function lastLeapYears(now: number): number[] {
  const own = new Date(now).getUTCFullYear();
  const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return Array.from({ length: 12 }, (_, back) => own - back)
    .filter(isLeap)
    .slice(0, 2);
}

function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
