import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

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
