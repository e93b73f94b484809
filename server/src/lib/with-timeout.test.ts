import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

it('resolves or rejects as the work does, or as onTimeout when the work takes longer', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const never = () => new Promise<string>(() => {});
  const throwing = () => {
    throw new Error('too slow');
  };
  expect(await withTimeout(60_000, async () => 'done')).toBe('done');
  await expect(withTimeout(60_000, broken)).rejects.toThrow('broken');
  expect(await withTimeout(5, never, () => 'late')).toBe('late');
  await expect(withTimeout(5, never, throwing)).rejects.toThrow('too slow');
});

it('waits no longer than its limit, and ignores a failure after it', async () => {
  const late = Promise.withResolvers<string>();
  expect(await withTimeout(5, () => late.promise)).toBeUndefined();
  // An unhandled rejection would end the test run.
  late.reject(new Error('too late'));
  await late.promise.catch(() => {});
});
