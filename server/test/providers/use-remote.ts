import { afterEach, beforeEach, expect } from 'vitest';
import type { StandIn } from './stand-in.ts';

/** Opens what calls a provider, and a stand-in for the provider, for each test of a suite. */
export function useRemote<Remote extends { close(): Promise<void> }>(
  start: () => Promise<StandIn>,
  create: (standIn: StandIn) => Remote,
): { standIn: StandIn; remote: Remote } {
  const opened = {} as { standIn: StandIn; remote: Remote };
  beforeEach(async () => {
    opened.standIn = await start();
    opened.remote = create(opened.standIn);
  });
  afterEach(async () => {
    await opened.remote.close();
    await opened.standIn.close();
  });
  return opened;
}

/** Resolves to the error of a call, which repeats none of these words of the request, and comes in time. */
export async function failureOf<Failure extends Error>(
  type: new (...values: never[]) => Failure,
  call: Promise<unknown>,
  { maxMs = 2_500, without = /secret|garden/ }: { maxMs?: number | undefined; without?: RegExp } = {},
): Promise<Failure> {
  const startedAt = performance.now();
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(type);
  expect(performance.now() - startedAt).toBeLessThan(maxMs);
  const { message, cause } = error as Failure;
  expect(`${message} ${JSON.stringify(error)} ${cause}`).not.toMatch(without);
  return error as Failure;
}
