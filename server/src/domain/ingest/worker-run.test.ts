import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { createWorkerRun } from './worker-run.ts';

const writePauses = { firstMs: 500, maxMs: 1_500 };

function start() {
  const stumbled = vi.fn();
  const pauses: number[] = [];
  const run = createWorkerRun({ writePauses, stumbled, wait: async (ms) => pauses.push(ms) });
  return { run, stumbled, pauses };
}

const full = new StoreUnavailableError('the disk is full');

it('repeats a write with longer pauses while the store is unavailable, and reports each error', async () => {
  const { run, stumbled, pauses } = start();
  const write = vi.fn(async () => 'written');
  for (let failures = 0; failures < 4; failures++) write.mockRejectedValueOnce(full);
  expect(await run.persist(write)).toBe('written');
  expect(pauses).toEqual([500, 1_000, 1_500, 1_500]);
  expect(stumbled.mock.calls).toEqual([[full], [full], [full], [full]]);
});

it('repeats no write that fails for another reason, and none after the worker has stopped', async () => {
  const { run, pauses } = start();
  await expect(run.persist(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  run.stop();
  await expect(run.persist(() => Promise.reject(full))).rejects.toBe(full);
  expect(pauses).toEqual([]);
});

it('resolves to the result of the work, and leaves no listener behind', async () => {
  const { run } = start();
  expect(await run.unlessStopped(Promise.resolve('done'))).toBe('done');
  expect(getEventListeners(run.signal, 'abort')).toEqual([]);
});

it('does not wait for the work when the worker stops, or has stopped', async () => {
  const { run } = start();
  const waiting = run.unlessStopped(new Promise(() => {}));
  run.stop();
  expect(await waiting).toBeUndefined();
  expect(await run.unlessStopped(new Promise(() => {}))).toBeUndefined();
});
