import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const never = new Promise<string>(() => {});

it('resolves or rejects as the work does', async () => {
  expect(await withTimeout(60_000, async () => 'done')).toBe('done');
  await expect(withTimeout(60_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('waits no longer than its limit', async () => {
  expect(await withTimeout(5, () => never)).toBeUndefined();
});

it('ignores a failure after the limit', async () => {
  const late = Promise.withResolvers<string>();
  expect(await withTimeout(5, () => late.promise)).toBeUndefined();
  // An unhandled rejection would end the test run.
  late.reject(new Error('too late'));
  await late.promise.catch(() => {});
});

it('returns or throws the result of onTimeout when the work takes longer', async () => {
  expect(
    await withTimeout(
      5,
      () => never,
      () => 'late',
    ),
  ).toBe('late');
  const throwing = () => {
    throw new Error('too slow');
  };
  await expect(withTimeout(5, () => never, throwing)).rejects.toThrow('too slow');
});
