import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { poll } from './poll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('works every interval and when it is called, until it is stopped', async () => {
  const work = vi.fn(async () => {});
  const polling = poll(work, 1_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(work).toHaveBeenCalledTimes(3);
  await polling.run();
  expect(work).toHaveBeenCalledTimes(4);
  await polling.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(work).toHaveBeenCalledTimes(4);
});
