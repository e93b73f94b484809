import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadyWaiters, type ReadyWaiters } from './ready-waiters.ts';

async function isDone(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
}

let pendingOf: ReturnType<typeof vi.fn<Parameters<typeof createReadyWaiters>[0]>>;
let readyWaiters: ReadyWaiters;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  pendingOf = vi.fn(async (_accountId, ids) => ids);
  readyWaiters = createReadyWaiters(pendingOf);
});
afterEach(() => {
  readyWaiters.release();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('ends every wait for the completed memory, and no other', async () => {
  const waiting = ['a', 'a', 'b'].map((id) => readyWaiters.wait('ana', id, 60_000));
  readyWaiters.complete('a');
  expect(await Promise.all(waiting.map(isDone))).toEqual([true, true, false]);
});

it('ends when its time is over', async () => {
  const waiting = readyWaiters.wait('ana', 'a', 5_000);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await isDone(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isDone(waiting)).toBe(true);
});

it('ends present and later waits when the process stops', async () => {
  const waiting = readyWaiters.wait('ana', 'a', 60_000);
  readyWaiters.release();
  expect(await isDone(waiting)).toBe(true);
  expect(await isDone(readyWaiters.wait('ana', 'a', 60_000))).toBe(true);
});

it('ends soon after another process has made it ready, with one poll for all memories of an account', async () => {
  const waiting = ['a', 'a', 'b', 'c'].map((id) => readyWaiters.wait('ana', id, 60_000));
  const ofBo = readyWaiters.wait('bo', 'd', 60_000);
  pendingOf.mockImplementation(async (_accountId, ids) => ids.filter((id) => id !== 'a'));
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all([...waiting, ofBo].map(isDone))).toEqual([true, true, false, false, false]);
  expect(pendingOf.mock.calls.map(String)).toEqual(['ana,a,b,c', 'bo,d']);
});

it('polls neither without waits nor while a poll is under way', async () => {
  const response = Promise.withResolvers<string[]>();
  pendingOf.mockReturnValue(response.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pendingOf).not.toHaveBeenCalled();
  const waiting = readyWaiters.wait('ana', 'a', 60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pendingOf).toHaveBeenCalledOnce();
  response.resolve([]);
  expect(await isDone(waiting)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pendingOf).toHaveBeenCalledOnce();
});

it('ends the waits of one account although the poll of another one hangs', async () => {
  pendingOf.mockImplementation((accountId) => (accountId === 'ana' ? new Promise(() => {}) : Promise.resolve([])));
  const waiting = [readyWaiters.wait('ana', 'a', 60_000), readyWaiters.wait('bo', 'b', 60_000)];
  await vi.advanceTimersByTimeAsync(250);
  waiting.push(readyWaiters.wait('bo', 'c', 60_000));
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all(waiting.map(isDone))).toEqual([false, true, true]);
});

it('ends the waits when the store fails, so that requests meet the failure themselves', async () => {
  const waiting = readyWaiters.wait('ana', 'a', 60_000);
  pendingOf.mockRejectedValue(new Error('away'));
  await vi.advanceTimersByTimeAsync(250);
  expect(await isDone(waiting)).toBe(true);
});
