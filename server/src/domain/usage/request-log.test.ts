import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { makeRequest } from '../../../test/make-request.ts';
import { requests } from './kinds.ts';
import { describeRequestLog, logSteps } from './request-log.contract.ts';
import { createRequestLog, type RecordedRequest, type RequestLog } from './request-log.ts';
import type { AppendedRequest, RequestRecords } from './request-log-commands.ts';

describeRequestLog('SQLite', () => createTestStore());

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

let written: string[];
let counts: number[];
let failing: boolean;
let errors: unknown[];
let dropped: number;
let woken: string[];
let recorder: RequestLog;

function request(id: string, changes: Partial<RecordedRequest> = {}): RecordedRequest {
  return { ...makeRequest({ id, accountId: 'acct' }), isRateLimited: false, ...changes };
}

describe('recording requests', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    written = [];
    counts = [];
    failing = false;
    errors = [];
    dropped = 0;
    woken = [];
    const run = async (_accountId: string, _name: string, rows: readonly AppendedRequest[]) => {
      if (failing) throw new Error('the disk is full');
      written.push(...rows.map(({ id }) => id));
      counts.push(...rows.map(({ count }) => count));
    };
    recorder = createRequestLog({
      records: { run } as unknown as RequestRecords,
      onWritten: (accountIds) => woken.push(...accountIds),
      flushMs: 250,
      onError: (error) => errors.push(error),
      onDropped: (requests) => {
        dropped += requests;
      },
    });
  });
  afterEach(() => vi.useRealTimers());

  it('keeps requests that could not be written, and writes them before later ones', async () => {
    failing = true;
    recorder.record(request('1'));
    await vi.advanceTimersByTimeAsync(250);
    expect([errors.length, woken]).toEqual([1, []]);
    recorder.record(request('2'));
    failing = false;
    await vi.advanceTimersByTimeAsync(250);
    expect([written, woken]).toEqual([
      ['1', '2'],
      ['acct', 'acct'],
    ]);
  });

  it('drops the oldest requests in a long outage, and reports their number', async () => {
    failing = true;
    for (let n = 0; n < 60_000; n++) recorder.record(request(String(n)));
    expect(dropped).toBeGreaterThanOrEqual(10_000);
    failing = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(written.length + dropped).toBe(60_000);
    expect(written.at(-1)).toBe('59999');
  });

  it('counts requests that the rate limit rejected in one row for each account, minute and operation', async () => {
    const rejected = (id: string, changes: Partial<RecordedRequest> = {}) =>
      recorder.record(request(id, { isRateLimited: true, ...changes }));
    for (const id of ['1', '2', '3']) rejected(id);
    rejected('4', { operation: 'getProfile' });
    rejected('5', { accountId: 'other' });
    rejected('6', { createdAt: 60_000 });
    recorder.record(request('7'));
    rejected('8', { createdAt: 59_999 });
    await vi.advanceTimersByTimeAsync(250);
    expect([written, counts]).toEqual([
      ['1', '4', '5', '6', '7'],
      [4, 1, 1, 1, 1],
    ]);
    rejected('9');
    await vi.advanceTimersByTimeAsync(250);
    expect(written.at(-1)).toBe('9');
  });
});
