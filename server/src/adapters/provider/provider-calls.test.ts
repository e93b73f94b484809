import { expect, it } from 'vitest';
import { createProviderCalls } from './provider-calls.ts';
import { ProviderError } from './provider-dialect.ts';

const limits = { maxAttempts: 1, attemptMs: 10_000, deadlineMs: 10_000, patienceMs: 0 };

it('a completed call leaves its signal alone, since an abort would cost as much as the call', async () => {
  const calls = createProviderCalls('Cohere', (error) => error);
  let given: AbortSignal | undefined;
  await calls.call(limits, async (signal) => {
    given = signal;
  });
  calls.close();
  expect(given?.aborted).toBe(false);
});

it('the signal of a call is aborted when the provider is closed', async () => {
  const calls = createProviderCalls('Cohere', (error) => error);
  const begun = Promise.withResolvers<AbortSignal>();
  const call = calls.call(limits, (signal) => {
    begun.resolve(signal);
    return new Promise(() => {});
  });
  const signal = await begun.promise;
  calls.close();
  await expect(call).rejects.toThrow(ProviderError);
  expect(signal.aborted).toBe(true);
});

it('a call whose deadline is over before its attempt names the deadline and not the time that is left', async () => {
  const call = createProviderCalls('Cohere', (error) => error).call(
    { ...limits, deadlineMs: 5 },
    () => new Promise(() => {}),
  );
  const end = performance.now() + 20;
  while (performance.now() < end);
  await expect(call).rejects.toThrow('Cohere did not respond within 5 ms');
});
