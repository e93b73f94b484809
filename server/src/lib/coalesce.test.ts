import { afterEach, expect, it, vi } from 'vitest';
import { coalesce, poll } from './coalesce.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Each run ends when the test ends it. */
function createRuns() {
  const runs: PromiseWithResolvers<void>[] = [];
  const coalesced = coalesce(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { runs, ...coalesced };
}

it('serves all calls that come during a run by one further run', async () => {
  const { runs, run } = createRuns();
  const first = run();
  await expect.poll(() => runs.length).toBe(1);
  const later = [run(), run(), run()];
  runs[0]?.resolve();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

it('stops after the present run, and releases those that wait for a further one', async () => {
  const { runs, run, stop } = createRuns();
  void run();
  await expect.poll(() => runs.length).toBe(1);
  const waiting = run();
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  runs[0]?.resolve();
  await Promise.all([stopping, waiting, run()]);
  expect(runs).toHaveLength(1);
});

it('works every interval and when it is called, until it is stopped', async () => {
  vi.useFakeTimers();
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
