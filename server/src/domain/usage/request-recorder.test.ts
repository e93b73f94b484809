import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestRecorder, type RecordedRequest, type RequestRecorder } from './request-recorder.ts';

let written: string[];
let counts: number[];
let failing: boolean;
let errors: unknown[];
let dropped: number;
let recorder: RequestRecorder;

function request(id: string, changes: Partial<RecordedRequest> = {}): RecordedRequest {
  const what = { method: 'GET', path: '/usage', operation: 'getUsage', source: 'rest', statusCode: 200 } as const;
  const by = { accountId: 'acct', keyId: null, keyPrefix: null, metered: null, meteredTimes: 1 };
  return { ...what, ...by, id, createdAt: 0, latencyMs: 1, isRateLimited: false, ...changes };
}

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  counts = [];
  failing = false;
  errors = [];
  dropped = 0;
  recorder = createRequestRecorder({
    log: {
      append: async (rows) => {
        if (failing) throw new Error('the disk is full');
        written.push(...rows.map(({ id }) => id));
        counts.push(...rows.map(({ count }) => count));
      },
    },
    flushMs: 250,
    onError: (error) => errors.push(error),
    onDropped: (requests) => {
      dropped += requests;
    },
  });
});
afterEach(() => vi.useRealTimers());

describe('recording requests', () => {
  it('writes the requests of a while together and in order', async () => {
    recorder.record(request('1'));
    recorder.record(request('2'));
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(written).toEqual(['1', '2']);
  });

  it('keeps requests that could not be written, and writes them before later ones', async () => {
    failing = true;
    recorder.record(request('1'));
    await vi.advanceTimersByTimeAsync(250);
    expect(errors).toHaveLength(1);
    recorder.record(request('2'));
    failing = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(written).toEqual(['1', '2']);
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

  it('writes the remaining requests when it stops', async () => {
    recorder.record(request('1'));
    await recorder.stop();
    expect(written).toEqual(['1']);
  });
});
