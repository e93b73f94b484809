import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { makeRequest } from '../../../test/make-request.ts';
import type { SqliteStores } from '../../../test/open-stores.ts';
import { requests } from './kinds.ts';
import { createPurges, createRequestLog, type RecordedRequest } from './request-log.ts';
import type { AppendedRequest, RequestQuery, RequestRecords } from './request-log-commands.ts';
import { daysKept } from './request-statistics.ts';

const [ana, bo] = ['acct_ana', 'acct_bo'];
const dayMs = 86_400_000;
const today = Math.floor(Date.UTC(2026, 10, 21) / dayMs);
const noon = today * dayMs + dayMs / 2;
const request = (changes: Partial<AppendedRequest> = {}) => makeRequest({ createdAt: noon, ...changes });

/** Steps of tests with the log. */
function logSteps(records: RequestRecords) {
  const { noteNew, purge } = createPurges(records);
  return {
    append(rows: AppendedRequest[]) {
      noteNew(rows.map(({ accountId }) => accountId));
      return records.run('', 'appendRequests', rows);
    },
    list: (query: RequestQuery) => records.query(query.accountId, 'listRequests', query),
    sums: (accountId: string, firstDay: number, lastDay: number) =>
      records.query(accountId, 'requestSums', { accountId, firstDay, lastDay }),
    purge({ rowsBefore, sumsBeforeDay, maxRows }: { rowsBefore: number; sumsBeforeDay: number; maxRows: number }) {
      const now = (sumsBeforeDay + daysKept - 1) * dayMs;
      return purge(now, (now - rowsBefore) / dayMs, maxRows);
    },
  };
}

describe('the log', () => {
  let store: SqliteStores;
  let log: ReturnType<typeof logSteps>;
  beforeEach(async () => {
    store = await createTestStore();
    log = logSteps(store.records);
    for (const id of [ana, bo]) await addAccount(store.records, makeAccount(id));
  });
  afterEach(() => store.close());

  const list = (query: Partial<RequestQuery> = {}) => log.list({ accountId: ana, limit: 100, offset: 0, ...query });
  const idsOf = async (query?: Partial<RequestQuery>) => (await list(query)).rows.map(({ id }) => id);

  it('lists the newest first, page by page, with their total', async () => {
    const rows = [3, 1, 2, 2].map((minutes) => request({ createdAt: noon + minutes * 60_000 }));
    await log.append(rows);
    const ids = [rows[0], rows[3], rows[2], rows[1]].map((row) => row?.id);
    expect(await idsOf()).toEqual(ids);
    expect(await list({ limit: 2, offset: 1 })).toMatchObject({ rows: [{ id: ids[1] }, { id: ids[2] }], total: 4 });
    expect(await list({ offset: 10 })).toMatchObject({ rows: [], total: 4 });
  });

  it('filters by all that a query names, from an inclusive to an exclusive time', async () => {
    const wanted = request({ statusCode: 429, operation: 'searchMemories', keyId: 'key_2', createdAt: noon + 5 });
    const failed = request({ statusCode: 400, source: 'mcp' });
    const fine = [request({ statusCode: 399, source: 'mcp' }), request()];
    await log.append([wanted, failed, request({ statusCode: 429 }), request({ keyId: 'key_2' }), ...fine]);
    expect(await idsOf({ statusCode: 429, operation: 'searchMemories', keyId: 'key_2' })).toEqual([wanted.id]);
    expect(await idsOf({ from: noon + 5 })).toEqual([wanted.id]);
    expect(await idsOf({ to: noon + 5, statusCode: 429 })).toHaveLength(1);
    expect((await list({ operation: 'searchMemories' })).total).toBe(1);
    expect(await idsOf({ source: 'mcp', isFailed: true })).toEqual([failed.id]);
    expect([(await list({ isFailed: true })).total, (await list({ isFailed: false })).total]).toEqual([3, 3]);
    expect(await idsOf({ statusCode: 400, isFailed: false })).toEqual([]);
  });

  it('lists what was written after a position in the order of the log, whenever it had arrived', async () => {
    await log.append([request({ createdAt: noon + 9 })]);
    const writtenAfter = async (position: number, query: Partial<RequestQuery> = {}) => {
      const page = await list({ after: position, ...query });
      return { ids: page.rows.map(({ id }) => id), total: page.total, end: page.end };
    };
    const start = (await list()).end;
    expect((await writtenAfter(start)).ids).toEqual([]);
    const rows = [noon + 5, noon + 20, noon - 60_000, noon + 7].map((createdAt) => request({ createdAt }));
    const [late, ...others] = rows.map(({ id }) => id);
    await log.append([...rows, request({ accountId: bo })]);
    expect((await writtenAfter(start)).ids).toEqual([late, ...others]);
    const first = await writtenAfter(start, { limit: 1 });
    expect(first).toMatchObject({ ids: [late], total: 4 });
    const second = await writtenAfter(first.end, { limit: 10 });
    expect(second.ids).toEqual(others);
    expect((await writtenAfter(second.end)).ids).toEqual([]);
    expect((await writtenAfter(start, { from: noon })).ids).toEqual([late, others[0], others[2]]);
    // A page that is narrowed passes the rows that it leaves out.
    const narrowed = await writtenAfter(start, { operation: 'getUsage' });
    expect(narrowed.ids).toEqual([]);
    expect((await writtenAfter(narrowed.end)).ids).toEqual([]);
  });

  it('adds rows of any number of batches to the sums of their day, and each list adds up to the same', async () => {
    const yesterday = noon - dayMs;
    await log.append([
      request({ metered: 'memory_write' }),
      request({ statusCode: 500, latencyStep: 127 }),
      request({ operation: 'searchMemories', metered: 'memory_search', statusCode: 200, latencyStep: 0 }),
      request({ operation: 'getUsage', statusCode: 200, accountId: bo }),
    ]);
    await log.append([request({ statusCode: 429 }), request({ createdAt: yesterday, statusCode: 304 })]);
    // Operations with equally many requests are listed by name.
    await log.append([request({ operation: 'getUsage', statusCode: 200 })]);
    const sums = await log.sums(ana, today - 1, today);
    expect(sums.days).toEqual([
      { day: today - 1, requests: 1, memoryWrites: 0, memorySearches: 0, errors: 0 },
      { day: today, requests: 5, memoryWrites: 1, memorySearches: 1, errors: 2 },
    ]);
    expect(sums.statusClasses).toEqual({ 2: 3, 3: 1, 4: 1, 5: 1 });
    expect(sums.operations.map(({ operation, requests, errors }) => [operation, requests, errors])).toEqual([
      ['createMemory', 4, 2],
      ['getUsage', 1, 0],
      ['searchMemories', 1, 0],
    ]);
    const [creates] = sums.operations;
    expect(creates?.latencies.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect([creates?.latencies[10], creates?.latencies[127]]).toEqual([3, 1]);
    expect((await log.sums(ana, today, today)).days).toHaveLength(1);
  });

  it('deletes rows and days that are old enough, and no others', async () => {
    await log.append([noon - 1, noon, noon - dayMs].map((createdAt) => request({ createdAt })));
    expect(await log.purge({ rowsBefore: noon, maxRows: 10, sumsBeforeDay: today })).toBe(2);
    expect((await list()).total).toBe(1);
    expect((await log.sums(ana, today - 5, today)).days).toMatchObject([{ day: today, requests: 2 }]);
  });

  it('adds requests that the rate limit rejected to the row of their account, minute and operation', async () => {
    const rejected = ({ createdAt = noon, ...changes }: Partial<AppendedRequest> = {}) =>
      request({ statusCode: 429, createdAt, limitedMinute: Math.floor(createdAt / 60_000), ...changes });
    const first = rejected({ count: 5 });
    const others = [
      rejected({ accountId: bo }),
      rejected({ createdAt: noon + 60_000 }),
      rejected({ operation: 'getProfile' }),
      request({ statusCode: 429 }),
    ];
    await log.append([first, ...others]);
    await log.append([rejected({ createdAt: noon + 59_999, count: 7, keyId: 'key_2' })]);
    const { meteredTimes: _, latencyStep: __, ...row } = first;
    const { rows } = await list();
    expect(rows.map(({ count }) => count).sort()).toEqual([1, 1, 1, 12]);
    expect(rows).toContainEqual({ ...row, count: 12, order: expect.any(Number) });
    const sums = await log.sums(ana, today, today);
    expect(sums.days).toMatchObject([{ requests: 15, errors: 15 }]);
    expect(sums.operations[0]).toMatchObject({ operation: 'createMemory', requests: 14 });
    expect(sums.operations[0]?.latencies[10]).toBe(14);
  });

  it('drops the rows of an account that does not exist, and writes the others', async () => {
    await log.append([request(), request({ accountId: 'acct_nobody' }), request({ accountId: bo })]);
    const lists = [await list(), await list({ accountId: bo }), await list({ accountId: 'acct_nobody' })];
    expect(lists.map(({ total }) => total)).toEqual([1, 1, 0]);
    expect((await log.sums(bo, today, today)).days).toMatchObject([{ requests: 1 }]);
  });
});

it('purges many rows in slices, the oldest ones, the accounts page by page, and all of them after a start', async () => {
  const { records, close } = await createTestStore();
  onTestFinished(close);
  const ids = Array.from({ length: 150 }, (_, at) => `acct_${at}`);
  await Promise.all(ids.map((id) => addAccount(records, makeAccount(id))));
  const { append } = logSteps(records);
  const row = (accountId: string, at: number) => makeRequest({ accountId, createdAt: at, id: `req_${at}` });
  await append(ids.flatMap((id) => [1, 2, 3].map((at) => row(id, at))));
  await append(Array.from({ length: 2_500 }, (_, at) => row('acct_0', at)));
  const log = logSteps(records);
  const purge = (rowsBefore: number, maxRows: number) => log.purge({ rowsBefore, maxRows, sumsBeforeDay: 0 });
  // Of acct_0, all but the newest two; of the others, the first for its age, and none of the other two.
  expect(await purge(2, 2)).toBe(2_501 + 149);
  expect(await records.count(requests, 'time', { of: [] })).toBe(300);
  expect(await purge(2, 1)).toBe(0);
  await log.append([row('acct_0', 2_500)]);
  expect(await purge(2, 2)).toBe(1);
  const kept = (await log.list({ accountId: 'acct_0', limit: 9, offset: 0 })).rows;
  expect(kept.map(({ createdAt }) => createdAt)).toEqual([2_500, 2_499]);
  expect(await purge(5_000, 1)).toBe(300);
});

const flushMs = 250;

/** Records requests of an account, and notes what is written. */
function createRecorder() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const noted = { written: [] as string[], woken: [] as string[], errors: 0, dropped: 0, isFailing: false };
  const run = async (_accountId: string, _name: string, rows: readonly AppendedRequest[]) => {
    if (noted.isFailing) throw new Error('the disk is full');
    noted.written.push(...rows.map(({ id, count }) => `${id} × ${count}`));
  };
  const { record } = createRequestLog({
    records: { run } as unknown as RequestRecords,
    flushMs,
    onWritten: (accountIds) => noted.woken.push(...accountIds),
    onError: () => noted.errors++,
    onDropped: (requests) => {
      noted.dropped += requests;
    },
  });
  const add = (id: string, changes: Partial<RecordedRequest> = {}) =>
    record({ ...makeRequest({ id, accountId: 'acct' }), isRateLimited: false, ...changes });
  return { noted, add, flush: () => vi.advanceTimersByTimeAsync(flushMs) };
}

it('keeps requests that could not be written, and writes them before later ones', async () => {
  const { noted, add, flush } = createRecorder();
  noted.isFailing = true;
  add('1');
  await flush();
  expect([noted.errors, noted.woken]).toEqual([1, []]);
  add('2');
  noted.isFailing = false;
  await flush();
  expect(noted.written).toEqual(['1 × 1', '2 × 1']);
  expect(noted.woken).toEqual(['acct', 'acct']);
});

it('drops the oldest requests in a long outage, and reports their number', async () => {
  const { noted, add, flush } = createRecorder();
  noted.isFailing = true;
  for (let n = 0; n < 60_000; n++) add(String(n));
  expect(noted.dropped).toBeGreaterThanOrEqual(10_000);
  noted.isFailing = false;
  await flush();
  expect(noted.written.length + noted.dropped).toBe(60_000);
  expect(noted.written.at(-1)).toBe('59999 × 1');
});

it('counts requests that the rate limit rejected in one row for each account, minute and operation', async () => {
  const { noted, add, flush } = createRecorder();
  const reject = (id: string, changes: Partial<RecordedRequest> = {}) => add(id, { isRateLimited: true, ...changes });
  for (const id of ['1', '2', '3']) reject(id);
  reject('4', { operation: 'getProfile' });
  reject('5', { accountId: 'other' });
  reject('6', { createdAt: 60_000 });
  add('7');
  reject('8', { createdAt: 59_999 });
  await flush();
  expect(noted.written).toEqual(['1 × 4', '4 × 1', '5 × 1', '6 × 1', '7 × 1']);
  reject('9');
  await flush();
  expect(noted.written.at(-1)).toBe('9 × 1');
});
