import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRequestFollowers, followRequests, type RequestFollowers } from './follow-requests.ts';
import type { RequestPage, RequestQuery, RequestRecords } from './request-log-commands.ts';

const query = { accountId: 'ana', limit: 2, offset: 0 };
/** Nobody leaves. */
const left = new Promise<void>(() => {});
const row = (id: string) => ({ id }) as RequestPage['rows'][number];

/** The records of a log whose pages are given. */
const logOf = (list: (query: RequestQuery) => Promise<RequestPage>): Pick<RequestRecords, 'query'> => {
  return { query: async (_accountId: string, _name: string, query: unknown) => list(query as RequestQuery) } as never;
};

let followers: RequestFollowers;
let pages: RequestPage[];
let queries: RequestQuery[];
let start: string;
const empty = { rows: [], total: 0, end: 7 };
const follow = (after: string, waitMs: number, leaves = left) => {
  const records = logOf(async (one) => {
    queries.push(one);
    return pages.shift() ?? empty;
  });
  const services = { records, followers, clock: { now: () => Date.now() } };
  return followRequests(services, { query, after, waitMs, left: leaves });
};

beforeEach(async () => {
  vi.useFakeTimers();
  followers = createRequestFollowers();
  pages = [];
  queries = [];
  const records = logOf(async () => empty);
  const first = { query, after: undefined, waitMs: 10_000, left };
  start = (await followRequests({ records, followers, clock: { now: () => 1_000_000 } }, first)).newerCursor;
});
afterEach(() => {
  followers.release();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('reads again at once when rows were written here, and after a second for those of other processes', async () => {
  const waiting = follow(start, 10_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(queries).toMatchObject([{ after: 7, from: 1_000_000 - 300_000 }]);
  followers.wake(['bo']);
  await vi.advanceTimersByTimeAsync(999);
  expect(queries).toHaveLength(1);
  followers.wake(['ana', 'ana']);
  await vi.advanceTimersByTimeAsync(0);
  expect(queries).toHaveLength(2);
  pages.push({ rows: [row('a')], total: 1, end: 9 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toMatchObject({ rows: [{ id: 'a' }] });
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps the time of a full page, because rows that follow it may have arrived before', async () => {
  pages.push({ rows: [row('a'), row('b')], total: 3, end: 8 }, { rows: [row('c')], total: 1, end: 9 });
  const full = await follow(start, 0);
  const last = await follow(full.newerCursor, 0);
  await follow(last.newerCursor, 0);
  expect(queries.map(({ after }) => after)).toEqual([7, 8, 9]);
  expect(queries.map(({ from }) => from)).toEqual([700_000, 700_000, Date.now() - 300_000]);
});

it('gives no place to more requests of an account than may wait, and gives places back', async () => {
  const waits = Array.from({ length: 6 }, () => followers.wait('ana', 60_000));
  expect(waits.map((wait) => wait !== null)).toEqual([true, true, true, true, true, false]);
  expect(followers.wait('bo', 60_000)).not.toBeNull();
  expect(await follow(start, 10_000)).toMatchObject({ rows: [] });
  waits[0]?.end();
  waits[0]?.end();
  expect(followers.wait('ana', 60_000)).not.toBeNull();
});

it('gives the place back when the log cannot be read, and when the client leaves', async () => {
  const failing = logOf(() => Promise.reject(new Error('away')));
  const services = { records: failing, followers, clock: { now: () => 0 } };
  for (let number = 0; number < 6; number++) {
    await expect(followRequests(services, { query, after: start, waitMs: 1, left })).rejects.toThrow('away');
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 5 }, () => follow(start, 10_000, promise));
  await vi.advanceTimersByTimeAsync(0);
  expect(followers.wait('ana', 60_000)).toBeNull();
  resolve();
  await Promise.all(waiting);
  expect(followers.wait('ana', 60_000)).not.toBeNull();
});

it('ends present and later waits when the process stops', async () => {
  const waiting = follow(start, 10_000);
  await vi.advanceTimersByTimeAsync(0);
  followers.release();
  expect(await waiting).toMatchObject({ rows: [] });
  expect(await follow(start, 10_000)).toMatchObject({ rows: [] });
});
