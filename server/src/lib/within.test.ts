import { expect, it } from 'vitest';
import { within } from './within.ts';

const never = new Promise<string>(() => {});

it('resolves to what the work resolves to, and rejects with what it rejects with', async () => {
  expect(await within(60_000, async () => 'done')).toBe('done');
  await expect(within(60_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('waits no longer than asked', async () => {
  expect(await within(5, () => never)).toBeUndefined();
});

it('a failure that comes too late harms nobody', async () => {
  const late = Promise.withResolvers<string>();
  expect(await within(5, () => late.promise)).toBeUndefined();
  // An unhandled rejection would end the test run.
  late.reject(new Error('too late'));
  await late.promise.catch(() => {});
});
