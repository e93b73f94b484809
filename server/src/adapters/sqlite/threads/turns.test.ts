import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

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
  const turns = createTurns(thread);
  for (let n = 0; n < 10; n++) void turns.run('ana', 'search', `ana ${n}`);
  void turns.run('bo', 'search', 'bo');
  for (let n = 0; n < 3; n++) {
    thread.given[n]?.resolve(null);
    await setImmediate();
  }
  expect(thread.given.map(({ argument }) => argument).slice(0, 4)).toContain('bo');
});

it('gives each caller its own answer, and goes on after one that failed', async () => {
  const thread = createThread();
  const turns = createTurns(thread);
  const answers = [turns.run('ana', 'search', 1), turns.run('ana', 'search', 2), turns.run('bo', 'search', 3)];
  const settled = Promise.allSettled(answers);
  for (let n = 0; n < 3; n++) {
    const request = thread.given[n];
    if (request?.argument === 2) request.reject(new Error('broken'));
    else request?.resolve(request.argument);
    await setImmediate();
  }
  expect(await settled).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected' },
    { status: 'fulfilled', value: 3 },
  ]);
});
