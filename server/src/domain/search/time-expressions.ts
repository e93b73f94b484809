import type { TimeSpan } from '../../ports/memory-store.ts';
import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';

const dayMs = 86_400_000;

/** How near a time is to what a query asks for: 1 at it, 0 far from it. `at` is in milliseconds since the epoch. */
export type Nearness = (at: number) => number;

/** What a query says of when. */
interface TimeExpression {
  near: Nearness;
  /** Where to look for what happened then. Of dates without a year, this year and the two before. */
  spans: TimeSpan[];
}

export interface QueryTimes extends TimeExpression {
  /** It asks for nothing but what happened then. */
  isAll: boolean;
}

const months = 'january february march april may june july august september october november december'.split(' ');
const monthPattern =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const yearPattern = '(?:19|20)\\d\\d';
const dayPattern = '([12]\\d|3[01]|0?[1-9])(st|nd|rd|th)?';
/** What only stands before days. */
const before = 'on|since|until|till|before|after|from';
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
/** The first month, from 0, of three. As in the northern half of the world, where most texts come from. */
const seasons: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  couple: 2,
  few: 3,
};
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

/** A query that names more is a list of dates; each is held against every candidate. */
const maxTimes = 8;

/** Every form of time that is looked for; the first that reads a piece of the text has it. */
const forms: readonly {
  pattern: RegExp;
  read: (groups: (string | undefined)[], now: number) => TimeExpression | undefined;
}[] = [
  {
    pattern: /\b((?:19|20)\d\d)-(\d\d)-(\d\d)(?:\b|(?=T\d))/gi,
    read: ([year, month, day], now) => onDay(Number(year), Number(month) - 1, Number(day), now),
  },
  {
    pattern: new RegExp(
      `\\b(?:(${before}) )?(?:the )?${dayPattern}(?: of)? (${monthPattern})\\b,?(?: (${yearPattern})\\b)?`,
      'gi',
    ),
    read: ([preposition, day, ordinal, month, year], now) =>
      isDate(month, preposition ?? ordinal, year) ? onDay(numberOf(year), monthOf(month), Number(day), now) : undefined,
  },
  {
    pattern: new RegExp(`\\b(?:(${before}) )?(${monthPattern}) ${dayPattern}\\b,?(?: (${yearPattern})\\b)?`, 'gi'),
    read: ([preposition, month, day, ordinal, year], now) =>
      isDate(month, preposition ?? ordinal, year) ? onDay(numberOf(year), monthOf(month), Number(day), now) : undefined,
  },
  {
    pattern: new RegExp(`\\b(${monthPattern}),?(?: of)? (${yearPattern})\\b`, 'gi'),
    read: ([month, year], now) => inMonth(numberOf(year), monthOf(month), now),
  },
  {
    // "may", "march", "jan" and "april" are other words and names as well: a preposition must stand before them.
    pattern: new RegExp(
      `\\b(?:(?:in|during|of|since|until|last|early|mid|late) (${monthPattern})|(february|july|september|october|november|december))\\b`,
      'gi',
    ),
    read: ([after, alone], now) => inMonth(undefined, monthOf(after ?? alone), now),
  },
  {
    pattern: new RegExp(`\\b(spring|summer|autumn|fall|winter)(?: of)? (${yearPattern})\\b`, 'gi'),
    read: ([season, year], now) => inSeason(numberOf(year), season, now),
  },
  {
    pattern:
      /\b(?:in|during|last|this|next) (?:the )?(spring|summer|autumn|fall|winter)\b(?! boot| framework| cloud)/gi,
    read: ([season], now) => inSeason(undefined, season, now),
  },
  { pattern: new RegExp(`\\b(${yearPattern})\\b`, 'gi'), read: ([year]) => inYear(Number(year)) },
  { pattern: /\b(?:the )?day before yesterday\b/gi, read: (_, now) => aroundDay(now - 2 * dayMs) },
  { pattern: /\byesterday\b/gi, read: (_, now) => aroundDay(now - dayMs) },
  { pattern: /\b(?:today|this morning|this afternoon|tonight)\b/gi, read: (_, now) => aroundDay(now) },
  {
    pattern: new RegExp(
      `\\b(\\d{1,3}|${Object.keys(numbers).join('|')})(?: of)? (day|week|month|year)s? (?:ago|back|earlier)\\b`,
      'gi',
    ),
    read: ([count = '', unit = ''], now) => ago(numbers[count] ?? Number(count), unitDays[unit] ?? 1, now),
  },
  {
    pattern: new RegExp(`\\blast (${weekdays.join('|')})\\b`, 'gi'),
    read: ([weekday = ''], now) => aroundDay(lastWeekday(weekdays.indexOf(weekday), now)),
  },
  { pattern: /\b(?:last|previous|past) (week(?:end)?|month|year)\b/gi, read: ([unit], now) => lastPeriod(unit, now) },
  { pattern: /\bthis (week(?:end)?|month|year)\b/gi, read: ([unit], now) => thisPeriod(unit, now) },
];

/**
 * The times that a query names, in English or as ISO dates: days, months, seasons, years, and times that count from
 * `now` (milliseconds since the epoch). Days are those of UTC.
 * @returns undefined when it names none
 */
export function toQueryTimes(query: string, now: number): QueryTimes | undefined {
  let rest = query;
  const found = new Map<string, TimeExpression>();
  for (const { pattern, read } of forms) {
    rest = rest.replace(pattern, (piece: string, ...given: unknown[]) => {
      const key = piece.toLowerCase();
      if (found.size === maxTimes || found.has(key)) return ' ';
      const groups = given.slice(0, -2) as (string | undefined)[];
      const time = read(
        groups.map((group) => group?.toLowerCase()),
        now,
      );
      if (!time) return piece;
      found.set(key, time);
      return ' ';
    });
  }
  if (found.size === 0) return undefined;
  const times = [...found.values()];
  return {
    near: (at) => times.reduce((nearest, { near }) => Math.max(nearest, near(at)), 0),
    spans: times.flatMap(({ spans }) => spans),
    isAll: hasNothingElse(rest),
  };
}

/** Words that ask for nothing in particular. */
const general = new Set(
  'happen happened happens happening occur occurred go going went gone event events thing things anything something everything news new change changed changes tell know remember'.split(
    ' ',
  ),
);

const generalStems: ReadonlySet<string> = new Set([...general].flatMap((word) => toWords(word)));

/** Of stemmed words those that ask for something. */
export function withoutGeneral(words: readonly string[]): string[] {
  return words.filter((word) => !generalStems.has(word));
}

function hasNothingElse(rest: string): boolean {
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => stopWords.has(word) || general.has(word));
}

/** "the top 10 may", "march 5 miles": these two need more to be a date. */
function isDate(month = '', sign: string | undefined, year: string | undefined): boolean {
  return (month !== 'may' && !month.startsWith('mar')) || sign !== undefined || year !== undefined;
}

function onDay(year: number | undefined, month: number, day: number, now: number): TimeExpression | undefined {
  if (month < 0 || month > 11) return undefined;
  if (new Date(Date.UTC(year ?? 2000, month, day)).getUTCDate() !== day) return undefined;
  const isLeapDay = month === 1 && day === 29;
  const yearsOfDay = isLeapDay && year === undefined ? leapYears(now) : yearsMeant(year, now);
  return {
    near: (at) => {
      const days = yearsAround(year, at).map((each) => Math.floor((at - Date.UTC(each, month, day)) / dayMs));
      return Math.max(...days.map(nearDay));
    },
    spans: yearsOfDay.map((each) => ({
      from: Date.UTC(each, month, day - 1),
      to: Date.UTC(each, month, day + 15),
    })),
  };
}

/** People tell of a day mostly on it and in the two weeks after. */
function nearDay(days: number): number {
  if (Math.abs(days) <= 1) return 1;
  if (days >= -3 && days <= 14) return 0.7;
  return Math.abs(days) <= 31 ? 0.3 : 0;
}

function inMonth(year: number | undefined, month: number, now: number): TimeExpression {
  return {
    near: (at) =>
      Math.max(
        ...yearsAround(year, at).map((each) => {
          const end = Date.UTC(each, month + 1);
          if (at >= Date.UTC(each, month) && at < end) return 1;
          return at >= end && at < end + 10 * dayMs ? 0.6 : 0;
        }),
      ),
    spans: yearsMeant(year, now).map((each) => ({ from: Date.UTC(each, month), to: Date.UTC(each, month + 1, 11) })),
  };
}

function inSeason(year: number | undefined, season: string | undefined, now: number): TimeExpression {
  const first = seasons[season ?? ''] ?? 0;
  const spanOf = (each: number) => ({ from: Date.UTC(each, first), to: Date.UTC(each, first + 3) });
  return {
    near: (at) => (yearsAround(year, at).map(spanOf).some(within(at)) ? 0.5 : 0),
    spans: yearsMeant(year, now).map(spanOf),
  };
}

function inYear(year: number): TimeExpression {
  return {
    near: (at) => (new Date(at).getUTCFullYear() === year ? 0.3 : 0),
    spans: [{ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }],
  };
}

function aroundDay(day: number): TimeExpression {
  const start = Math.floor(day / dayMs);
  return {
    near: (at) => {
      const days = Math.abs(Math.floor(at / dayMs) - start);
      return days === 0 ? 1 : days === 1 ? 0.7 : days <= 3 ? 0.3 : 0;
    },
    spans: [{ from: (start - 1) * dayMs, to: (start + 2) * dayMs }],
  };
}

/** The longer ago, the less exactly it is meant. */
function ago(count: number, days: number, now: number): TimeExpression {
  const middle = now - count * days * dayMs;
  if (days === 1 && count < 7) return aroundDay(middle);
  return period(middle - (days / 2) * dayMs, middle + (days / 2) * dayMs);
}

function lastWeekday(weekday: number, now: number): number {
  const days = (new Date(now).getUTCDay() - weekday + 7) % 7 || 7;
  return now - days * dayMs;
}

function lastPeriod(unit = '', now: number): TimeExpression {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (unit === 'year') return period(Date.UTC(year - 1, 0), Date.UTC(year, 0));
  if (unit === 'month') return period(Date.UTC(year, month - 1), Date.UTC(year, month));
  const monday = mondayOf(now);
  if (unit === 'weekend') return period(monday - 2 * dayMs, monday);
  return period(monday - 7 * dayMs, monday);
}

function thisPeriod(unit = '', now: number): TimeExpression {
  const at = new Date(now);
  if (unit === 'year') return period(Date.UTC(at.getUTCFullYear(), 0), now);
  if (unit === 'month') return period(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()), now);
  const monday = mondayOf(now);
  if (unit === 'weekend') return period(monday + 5 * dayMs, monday + 7 * dayMs);
  return period(monday, now);
}

function mondayOf(now: number): number {
  const day = Math.floor(now / dayMs);
  return (day - ((new Date(now).getUTCDay() + 6) % 7)) * dayMs;
}

/** Half as near within half the length of the period around it. */
function period(from: number, to: number): TimeExpression {
  const margin = Math.max(dayMs, (to - from) / 2);
  return {
    near: (at) => (at >= from && at < to ? 1 : at >= from - margin && at < to + margin ? 0.5 : 0),
    spans: [{ from, to }],
  };
}

function within(at: number): (span: TimeSpan) => boolean {
  return ({ from, to }) => at >= from && at < to;
}

/** The year named, or those in which the same day lies nearest to a time. */
function yearsAround(year: number | undefined, at: number): number[] {
  if (year !== undefined) return [year];
  const own = new Date(at).getUTCFullYear();
  return [own - 1, own, own + 1];
}

/** The last two that have begun. */
function leapYears(now: number): number[] {
  const last = new Date(now).getUTCFullYear();
  const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return Array.from({ length: 12 }, (_, before) => last - before)
    .filter(isLeap)
    .slice(0, 2);
}

/** The year named, or this one and those before: a winter begins in one year and is spoken of in the next. */
function yearsMeant(year: number | undefined, now: number): number[] {
  if (year !== undefined) return [year];
  const own = new Date(now).getUTCFullYear();
  return [own - 2, own - 1, own];
}

function monthOf(name = ''): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
