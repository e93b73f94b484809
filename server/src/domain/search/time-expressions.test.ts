import { expect, it } from 'vitest';
import { toQueryTimes } from './time-expressions.ts';

/** A Saturday. */
const now = Date.UTC(2026, 10, 21, 12);
const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
const near = (query: string, day: string) => toQueryTimes(query, now)?.near(at(day));

it.each([
  ['What happened on 8 May, 2023?', '2023-05-08', 1],
  ['What happened on May 8th 2023?', '2023-05-09', 1],
  ['What happened on the 8th of May 2023?', '2023-05-15', 0.7],
  ['what happened 2023-05-08', '2023-05-30', 0.3],
  ['What happened on 8 May, 2023?', '2024-05-08', 0],
  ['What happened on 8 May?', '2024-05-08', 1],
  ['Who called on December 31?', '2024-01-01', 1],
  ['on 2023-13-05', '2024-01-05', 0],
  ['the trip in May 2023', '2023-05-31', 1],
  ['the trip in May 2023', '2023-06-05', 0.6],
  ['the trip in May 2023', '2023-04-30', 0],
  ['the trip in May', '2021-05-11', 1],
  ['the trip in December', '2022-01-04', 0.6],
  ['what about September?', '2020-09-01', 1],
  ['since last August', '2020-08-01', 1],
  ['the summer of 2023', '2023-07-01', 0.5],
  ['in winter', '2025-02-01', 0.5],
  ['the concert in 2022', '2022-03-01', 0.3],
  ['the concert in 2022', '2023-03-01', 0],
])('“%s” and %s: %d', (query, day, nearness) => expect(near(query, day)).toBe(nearness));

it.each([
  ['What did I say yesterday?', '2026-11-20', '2026-11-14'],
  ['What did we decide today?', '2026-11-21', '2026-11-16'],
  ['What happened last week?', '2026-11-11', '2026-11-01'],
  ['What did he eat last weekend?', '2026-11-14', '2026-11-06'],
  ['what was it last month', '2026-10-02', '2026-08-20'],
  ['last year', '2025-03-01', '2024-01-15'],
  ['two weeks ago', '2026-11-07', '2026-10-20'],
  ['a couple of days ago', '2026-11-19', '2026-11-14'],
  ['6 months ago', '2026-05-25', '2026-03-01'],
  ['the call last Tuesday', '2026-11-17', '2026-11-10'],
  ['this week', '2026-11-17', '2026-11-01'],
])('“%s” means %s rather than %s', (query, meant, other) => {
  expect(near(query, meant)).toBe(1);
  expect(near(query, other)).toBe(0);
});

it.each([
  'What may I eat?',
  'Did they march for it?',
  'Where is version 3.11 used?',
  'Who is the second speaker?',
  'What does Jan prefer?',
  'Ask April about the budget',
  'Could this may be caused by the cache?',
  'Why do the top 10 may fail?',
  'March 5 miles',
  'May 2 users share one key?',
  'beans in spring boot',
  'the fall of the wall',
  'the last 10 results',
  '',
])('“%s” names no time', (query) => expect(toQueryTimes(query, now)).toBeUndefined());

it.each([
  ['What happened on 8 May, 2023?', '2023-05-08', '2023-04-20'],
  ['the trip in May', '2026-05-11', '2023-05-11'],
  ['in winter', '2026-01-04', '2026-06-01'],
  ['the concert in 2022', '2022-12-31', '2023-01-01'],
  ['what did I say yesterday', '2026-11-20', '2026-11-17'],
  ['what happened last week', '2026-11-15', '2026-11-16'],
  ['who was born on 29 February', '2024-02-29', '2026-01-29'],
  ['in winter', '2025-01-04', '2025-06-01'],
  ['at 2026-11-20T10:00:00Z', '2026-11-20', '2026-08-20'],
  ['plans for this weekend', '2026-11-22', '2026-11-20'],
])('“%s” searches %s, not %s', (query, meant, other) => {
  const spans = toQueryTimes(query, now)?.spans ?? [];
  expect(spans.some(({ from, to }) => at(meant) >= from && at(meant) < to)).toBe(true);
  expect(spans.some(({ from, to }) => at(other) >= from && at(other) < to)).toBe(false);
});

it.each([
  ['What happened last Monday?', true],
  ['Anything new today?', true],
  ['2026-11-20', true],
  ['What did the cat do yesterday?', false],
  ['Did the invoices change last week?', false],
])('“%s” asks for nothing else: %s', (query, isAll) => expect(toQueryTimes(query, now)?.isAll).toBe(isAll));

it('times in a query are at most eight, and each counts once', () => {
  const days = Array.from({ length: 28 }, (_, day) => `2023-05-${String(day + 1).padStart(2, '0')}`);
  const times = toQueryTimes(`${'2023-05-01 '.repeat(500)}${days.join(' ')}`, now);
  expect(times?.near(at('2023-05-08'))).toBe(1);
  expect(times?.near(at('2023-06-25'))).toBe(0);
});
