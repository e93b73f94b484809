import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { coalesce, perTick } from './coalesce.ts';

it('stops after the present run, and releases those that wait for a further one', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const { run, stop } = coalesce(() => {
    runs.push(Promise.withResolvers());
    return runs.at(-1)?.promise as Promise<void>;
  });
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

it('shares a call for equal inputs of one tick, and calls again in the next one', async () => {
  const calls: string[] = [];
  const shared = perTick(async (name: string) => calls.push(name), String);
  expect(await Promise.all(['a', 'b', 'a'].map(shared))).toEqual([1, 2, 1]);
  await setImmediate();
  await shared('a');
  expect(calls).toEqual(['a', 'b', 'a']);
});

it('rejects every call that shares a failure', async () => {
  const shared = perTick(() => Promise.reject(new Error('away')), String);
  const results = await Promise.allSettled([shared(1), shared(1)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
