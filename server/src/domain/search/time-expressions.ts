import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';
import {
  ago,
  aroundDay,
  type CalendarTime,
  dayMs,
  inMonth,
  inSeason,
  inYear,
  lastWeekday,
  months,
  onDay,
  relativePeriod,
  weekdays,
} from './calendar-times.ts';

/** The times in a query, combined. */
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
const numberWords = 'one two three four five six seven eight nine ten'.split(' ');
const numbers: Record<string, number> = {
  ...Object.fromEntries(numberWords.map((word, index) => [word, index + 1])),
  ...{ a: 1, an: 1, couple: 2, few: 3 },
};
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

/** A query with more times is a list of dates, and each of them is compared with every candidate. */
const maxTimes = 8;

type Group = string | undefined;

/** Every form of a time in a query. The first form that matches a part of the text consumes it. */
const forms: readonly { pattern: RegExp; read: (groups: Group[], now: number) => CalendarTime | undefined }[] = [
  {
    pattern: /\b((?:19|20)\d\d)-(\d\d)-(\d\d)(?:\b|(?=T\d))/gi,
    read: ([year, month, day], now) => onDay(Number(year), Number(month) - 1, Number(day), now),
  },
  {
    pattern: new RegExp(
      `\\b${preposition}(?:the )?${dayPattern}(?: of)? (${monthPattern})\\b,?(?: (${yearPattern})\\b)?`,
      'gi',
    ),
    read: ([before, day, ordinal, month, year], now) => readDay({ day, month, year, sign: before ?? ordinal }, now),
  },
  {
    pattern: new RegExp(`\\b${preposition}(${monthPattern}) ${dayPattern}\\b,?(?: (${yearPattern})\\b)?`, 'gi'),
    read: ([before, month, day, ordinal, year], now) => readDay({ day, month, year, sign: before ?? ordinal }, now),
  },
  {
    pattern: new RegExp(`\\b(${monthPattern}),?(?: of)? (${yearPattern})\\b`, 'gi'),
    read: ([month, year], now) => inMonth(numberOf(year), monthOf(month), now),
  },
  {
    // "may", "march", "jan" and "april" are also other words and names, so they need a preposition before them.
    pattern: new RegExp(
      `\\b(?:(?:in|during|of|since|until|last|early|mid|late) (${monthPattern})|(february|july|september|october|november|december))\\b`,
      'gi',
    ),
    read: ([after, alone], now) => inMonth(undefined, monthOf(after ?? alone), now),
  },
  {
    pattern: new RegExp(`\\b${seasonPattern}(?: of)? (${yearPattern})\\b`, 'gi'),
    read: ([season = '', year], now) => inSeason(numberOf(year), season, now),
  },
  {
    pattern: new RegExp(
      `\\b(?:in|during|last|this|next) (?:the )?${seasonPattern}\\b(?! boot| framework| cloud)`,
      'gi',
    ),
    read: ([season = ''], now) => inSeason(undefined, season, now),
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
    read: ([weekday = ''], now) => lastWeekday(weekdays.indexOf(weekday), now),
  },
  {
    pattern: /\b(?:last|previous|past) (week(?:end)?|month|year)\b/gi,
    read: ([unit], now) => relativePeriod(`last ${unit}`, now),
  },
  { pattern: /\b(this (?:week(?:end)?|month|year))\b/gi, read: ([name = ''], now) => relativePeriod(name, now) },
];

/**
 * Reads the times in a query, in English or as ISO dates: days, months, seasons, years, and times relative to `now`.
 * Days are days in UTC.
 * @param now in milliseconds since the epoch
 * @returns undefined when the query names no time
 */
export function toQueryTimes(query: string, now: number): QueryTimes | undefined {
  let rest = query;
  const found = new Map<string, CalendarTime>();
  for (const { pattern, read } of forms) {
    rest = rest.replace(pattern, (piece: string, ...given: unknown[]) => {
      const key = piece.toLowerCase();
      if (found.size === maxTimes || found.has(key)) return ' ';
      const groups = given.slice(0, -2) as Group[];
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

function hasNothingElse(rest: string): boolean {
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => stopWords.has(word) || general.has(word));
}

function readDay(
  { day, month = '', year, sign }: { day: Group; month: Group; year: Group; sign: Group },
  now: number,
): CalendarTime | undefined {
  // "the top 10 may", "march 5 miles": these two months need a sign or a year to be part of a date.
  const isWord = month === 'may' || month.startsWith('mar');
  if (isWord && sign === undefined && year === undefined) return undefined;
  return onDay(numberOf(year), monthOf(month), Number(day), now);
}

function monthOf(name = ''): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

function numberOf(text: Group): number | undefined {
  return text === undefined ? undefined : Number(text);
}
