import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoggedRequest } from '../../ports/request-log.ts';
import { createRequestRecorder, type RequestRecorder } from './request-recorder.ts';

let written: string[];
let failing: boolean;
let errors: unknown[];
let dropped: number;
let recorder: RequestRecorder;

function request(id: string): LoggedRequest {
  const what = { method: 'GET', path: '/usage', operation: 'getUsage', source: 'rest', statusCode: 200 } as const;
  return { ...what, id, accountId: 'acct', createdAt: 0, latencyMs: 1, keyId: null, keyPrefix: null, metered: null };
}

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  failing = false;
  errors = [];
  dropped = 0;
  recorder = createRequestRecorder({
    log: {
      append: async (rows) => {
        if (failing) throw new Error('the disk is full');
        written.push(...rows.map(({ id }) => id));
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

  it('writes the remaining requests when it stops', async () => {
    recorder.record(request('1'));
    await recorder.stop();
    expect(written).toEqual(['1']);
  });
});
