import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

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
