import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRoundRobin } from './round-robin.ts';

/** A thread that works on one request after the other, each when the test lets it. */
function createThread() {
  const given: { argument: unknown; resolve(result: unknown): void; reject(error: unknown): void }[] = [];
  return {
    given,
    run: <Result>(_operation: string, argument: unknown) =>
      new Promise<Result>((resolve, reject) =>
        given.push({ argument, resolve: resolve as (result: unknown) => void, reject }),
      ),
  };
}

it('lets an owner with one request wait for one of another with many, not for all', async () => {
  const thread = createThread();
  const queue = createRoundRobin<{ search(argument: unknown): unknown }>(thread);
  for (let n = 0; n < 10; n++) void queue.run('ana', 'search', `ana ${n}`);
  void queue.run('bo', 'search', 'bo');
  for (let n = 0; n < 3; n++) {
    thread.given[n]?.resolve(null);
    await setImmediate();
  }
  expect(thread.given.map(({ argument }) => argument).slice(0, 4)).toContain('bo');
});

it('gives each caller its own answer, and goes on after one that failed', async () => {
  const thread = createThread();
  const queue = createRoundRobin<{ search(argument: unknown): unknown }>(thread);
  const responses = [queue.run('ana', 'search', 1), queue.run('ana', 'search', 2), queue.run('bo', 'search', 3)];
  const results = Promise.allSettled(responses);
  for (let n = 0; n < 3; n++) {
    const request = thread.given[n];
    if (request?.argument === 2) request.reject(new Error('broken'));
    else request?.resolve(request.argument);
    await setImmediate();
  }
  expect(await results).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected' },
    { status: 'fulfilled', value: 3 },
  ]);
});
