import type { TimeSpan } from '../../ports/candidate-index.ts';
import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';

const dayMs = 86_400_000;
export const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
export const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** A time in a query. All times are in milliseconds since the epoch, and all days are days in UTC. */
interface CalendarTime {
  /** Returns how near another time is: 1 is the exact time, and 0 is far from it. */
  near: (at: number) => number;
  /** The spans that a search covers. A time without a year has one in this year and in each of the two before. */
  spans: TimeSpan[];
}

export interface QueryTimes extends CalendarTime {
  /** Whether the query contains nothing but these times. */
  isAll: boolean;
}

const monthPattern =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const yearPattern = '(?:19|20)\\d\\d';
const dayPattern = '([12]\\d|3[01]|0?[1-9])(st|nd|rd|th)?';
/** A preposition that is used only before days. */
const preposition = '(?:(on|since|until|till|before|after|from) )?';
const seasonPattern = '(spring|summer|autumn|fall|winter)';
const numbers: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ a: 1, an: 1, couple: 2, few: 3 },
};
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

/** A query with more times is a list of dates, and each of them is compared with every candidate. */
const maxTimes = 8;

type Group = string | undefined;
type Read = (groups: Group[], now: number) => CalendarTime | undefined;

const form = (pattern: string, read: Read) => ({ pattern: new RegExp(`\\b${pattern}`, 'gi'), read });

/** Every form of a time in a query. The first form that matches a part of the text consumes it. */
const forms = [
  form(`(${yearPattern})-(\\d\\d)-(\\d\\d)(?:\\b|(?=T\\d))`, ([year, month, day], now) =>
    onDay(year, Number(month) - 1, Number(day), now),
  ),
  form(
    `${preposition}(?:the )?${dayPattern}(?: of)? (${monthPattern})\\b,?(?: (${yearPattern})\\b)?`,
    ([before, day, ordinal, month, year], now) => readDay({ day, month, year, sign: before ?? ordinal }, now),
  ),
  form(
    `${preposition}(${monthPattern}) ${dayPattern}\\b,?(?: (${yearPattern})\\b)?`,
    ([before, month, day, ordinal, year], now) => readDay({ day, month, year, sign: before ?? ordinal }, now),
  ),
  form(`(${monthPattern}),?(?: of)? (${yearPattern})\\b`, ([month, year], now) => inMonth(year, monthOf(month), now)),
  // "may", "march", "jan" and "april" are also other words and names, so they need a preposition before them.
  form(
    `(?:(?:in|during|of|since|until|last|early|mid|late) (${monthPattern})|(february|july|september|october|november|december))\\b`,
    ([after, alone], now) => inMonth(undefined, monthOf(after ?? alone), now),
  ),
  form(`${seasonPattern}(?: of)? (${yearPattern})\\b`, ([season, year], now) => inSeason(year, season, now)),
  form(`(?:in|during|last|this|next) (?:the )?${seasonPattern}\\b(?! boot| framework| cloud)`, ([season], now) =>
    inSeason(undefined, season, now),
  ),
  form(`(${yearPattern})\\b`, ([year]) => between(Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0), 0.3)),
  form('(?:the )?day before yesterday\\b', (_, now) => aroundDay(now - 2 * dayMs)),
  form('yesterday\\b', (_, now) => aroundDay(now - dayMs)),
  form('(?:today|this morning|this afternoon|tonight)\\b', (_, now) => aroundDay(now)),
  form(
    `(\\d{1,3}|${Object.keys(numbers).join('|')})(?: of)? (day|week|month|year)s? (?:ago|back|earlier)\\b`,
    ([count = '', unit = ''], now) => ago(numbers[count] ?? Number(count), unitDays[unit] ?? 1, now),
  ),
  form(`last (${weekdays.join('|')})\\b`, ([weekday = ''], now) => lastWeekday(weekdays.indexOf(weekday), now)),
  form('(?:last|previous|past) (week(?:end)?|month|year)\\b', ([unit], now) => relativePeriod(`last ${unit}`, now)),
  form('(this (?:week(?:end)?|month|year))\\b', ([name = ''], now) => relativePeriod(name, now)),
];

/** Reads the times in a query, in English or as ISO dates; undefined if there are none. */
export function toQueryTimes(query: string, now: number): QueryTimes | undefined {
  let rest = query;
  const found = new Map<string, CalendarTime>();
  for (const { pattern, read } of forms) {
    rest = rest.replace(pattern, (piece: string, ...given: unknown[]) => {
      const key = piece.toLowerCase();
      if (found.size === maxTimes || found.has(key)) return ' ';
      const groups = (given.slice(0, -2) as Group[]).map((group) => group?.toLowerCase());
      const time = read(groups, now);
      if (!time) return piece;
      found.set(key, time);
      return ' ';
    });
  }
  if (found.size === 0) return undefined;
  const times = [...found.values()];
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    near: (at) => times.reduce((nearest, { near }) => Math.max(nearest, near(at)), 0),
    spans: times.flatMap(({ spans }) => spans),
    isAll: words.every((word) => stopWords.has(word) || general.has(word)),
  };
}

/** Words without a topic. */
const general = new Set(
  'happen happened happens happening occur occurred go going went gone event events thing things anything something everything news new change changed changes tell know remember'.split(
    ' ',
  ),
);

const generalStems: ReadonlySet<string> = new Set([...general].flatMap((word) => toWords(word)));

/** Returns those of the stemmed words that have a topic. */
export function withoutGeneral(words: readonly string[]): string[] {
  return words.filter((word) => !generalStems.has(word));
}

function readDay({ day, month = '', year, sign }: Record<'day' | 'month' | 'year' | 'sign', Group>, now: number) {
  // "the top 10 may", "march 5 miles": these two months need a sign or a year to be part of a date.
  const isWord = month === 'may' || month.startsWith('mar');
  if (isWord && sign === undefined && year === undefined) return undefined;
  return onDay(year, monthOf(month), Number(day), now);
}

function monthOf(name = ''): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

/** @returns undefined when the year has no such day */
function onDay(year: Group, month: number, day: number, now: number): CalendarTime | undefined {
  if (month < 0 || month > 11) return undefined;
  if (new Date(Date.UTC(Number(year ?? 2000), month, day)).getUTCDate() !== day) return undefined;
  const recent = month === 1 && day === 29 ? lastYears(now, 2, isLeap) : lastYears(now);
  // People usually mention a day on the day itself or in the two weeks after it.
  const onDayOf = (each: number) =>
    windowed(Date.UTC(each, month, day), { from: -1, to: 15 }, [-1, 2, 1], [-3, 15, 0.7], [-31, 32, 0.3]);
  return inYears(year, onDayOf, recent);
}

function inMonth(year: Group, month: number, now: number): CalendarTime {
  const inMonthOf = (each: number) => {
    const days = new Date(Date.UTC(each, month + 1, 0)).getUTCDate();
    return windowed(Date.UTC(each, month), { from: 0, to: days + 10 }, [0, days, 1], [days, days + 10, 0.6]);
  };
  return inYears(year, inMonthOf, lastYears(now));
}

/** The first month, from 0, of each season in the northern hemisphere, where most texts come from. */
const firstMonths: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

function inSeason(year: Group, season = '', now: number): CalendarTime {
  const first = firstMonths[season] ?? 0;
  const inSeasonOf = (each: number) => between(Date.UTC(each, first), Date.UTC(each, first + 3), 0.5);
  return inYears(year, inSeasonOf, lastYears(now));
}

/** Covers the day that contains a time, and with less weight the three days around it. */
function aroundDay(at: number): CalendarTime {
  return windowed(startOfDay(at), { from: -1, to: 2 }, [0, 1, 1], [-1, 2, 0.7], [-3, 4, 0.3]);
}

/** A number of days, weeks, months or years before now. Longer periods are less exact. */
function ago(count: number, unitDays: number, now: number): CalendarTime {
  const middle = now - count * unitDays * dayMs;
  if (unitDays === 1 && count < 7) return aroundDay(middle);
  return period(middle - (unitDays / 2) * dayMs, middle + (unitDays / 2) * dayMs);
}

function lastWeekday(weekday: number, now: number): CalendarTime {
  const days = (new Date(now).getUTCDay() - weekday + 7) % 7 || 7;
  return aroundDay(now - days * dayMs);
}

/** Returns the period of expressions such as "last week" or "this weekend". */
function relativePeriod(name: string, now: number): CalendarTime | undefined {
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
type Window = readonly [from: number, to: number, nearness: number];
function windowed(start: number, span: TimeSpan, ...windows: readonly Window[]): CalendarTime {
  const timeOf = (days: number) => start + days * dayMs;
  return {
    near: (at) => windows.find(([from, to]) => at >= timeOf(from) && at < timeOf(to))?.[2] ?? 0,
    spans: [{ from: timeOf(span.from), to: timeOf(span.to) }],
  };
}

/** A time in a given year, or in every year. In every year, a search covers the `recent` years. */
function inYears(year: Group, inYearOf: (year: number) => CalendarTime, recent: readonly number[]) {
  if (year !== undefined) return inYearOf(Number(year));
  return {
    near: (at: number) => {
      const own = new Date(at).getUTCFullYear();
      return Math.max(...[own - 1, own, own + 1].map((each) => inYearOf(each).near(at)));
    },
    spans: recent.flatMap((each) => inYearOf(each).spans),
  };
}

/** This year and the two before: a winter begins in one year, and people still mention it in the next. */
function lastYears(now: number, count = 3, has: (year: number) => boolean = () => true): number[] {
  const years = Array.from({ length: 12 }, (_, back) => new Date(now).getUTCFullYear() - back);
  return years.filter(has).slice(0, count);
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

function startOfDay(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}
