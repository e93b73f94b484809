import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mnema } from './client.ts';
import { APIAbortError } from './errors.ts';

const row = (id: string) => ({ id, operation: 'getUsage' });
type Reply = { results: object[]; newer_cursor?: string };

describe('following the request log', () => {
  let sent: { query: URLSearchParams; prefer: string | null }[];
  let replies: Reply[];
  const client = () =>
    new Mnema({
      apiKey: 'mnk_1',
      fetch: async (url, init) => {
        const prefer = new Headers(init.headers).get('prefer');
        sent.push({ query: new URL(url).searchParams, prefer });
        return Response.json({ total: 0, ...(replies.shift() ?? { results: [], newer_cursor: 'last' }) });
      },
    });

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    replies = [];
  });
  afterEach(() => vi.useRealTimers());

  it('sends nothing before the first request is read, and nothing after the loop has ended', async () => {
    replies = [{ results: [row('a'), row('b')], newer_cursor: 'c1' }];
    const tail = client().requests.tail({ after: 'c0' });
    expect(sent).toEqual([]);
    for await (const { id } of tail) if (id === 'a') break;
    expect(sent.map(({ query }) => query.get('after'))).toEqual(['c0']);
  });

  it('asks again a second after a page that was empty at once, and at once after one that was held for longer', async () => {
    replies = [{ results: [], newer_cursor: 'c1' }];
    const read = client().requests.tail({ after: 'c0' }).next();
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(1);
    replies = [{ results: [row('a')], newer_cursor: 'c2' }];
    await vi.advanceTimersByTimeAsync(1);
    expect((await read).value).toMatchObject({ id: 'a' });
    expect(sent.map(({ prefer }) => prefer)).toEqual(['wait=10', 'wait=10']);
  });

  it('ends at once when the signal aborts between two calls', async () => {
    const controller = new AbortController();
    const read = client().requests.tail({ after: 'c0' }, { signal: controller.signal }).next();
    const rejected = expect(read).rejects.toThrow(APIAbortError);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await rejected;
    expect(vi.getTimerCount()).toBe(0);
  });
});
