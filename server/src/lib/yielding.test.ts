import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pausesEvery, runYielding } from './yielding.ts';

function* steps(name: string, count: number, log: string[]): Generator<void, string> {
  for (let step = 0; step < count; step++) {
    if (step > 0) yield;
    log.push(`${name}${step}`);
  }
  return name;
}

it('lets the event loop tick before each step, and continues only one piece of work in a tick', async () => {
  const log: string[] = [];
  const counts = Object.entries({ a: 3, b: 3, c: 2 });
  const work = Promise.all(counts.map(([name, count]) => runYielding('ana', steps(name, count, log))));
  expect(log.splice(0)).toEqual(['a0', 'b0', 'c0']);
  const ticks: string[][] = [];
  while (ticks.flat().length < 5) {
    await setImmediate();
    if (log.length > 0) ticks.push(log.splice(0));
  }
  expect(ticks).toEqual([['a1'], ['b1'], ['c1'], ['a2'], ['b2']]);
  expect(await work).toEqual(['a', 'b', 'c']);
});

it('lets accounts take turns: one step of an account with much work lies between two steps of another', async () => {
  const log: string[] = [];
  const many = Array.from({ length: 12 }, (_, n) => runYielding('ana', steps(`many${n} `, 5, log)));
  const single = runYielding('bo', steps('single', 5, log));
  await single;
  const positions = log.flatMap((step, at) => (step.startsWith('single') ? [at] : [])).slice(1);
  expect(positions.slice(1).map((position, at) => position - (positions[at] as number))).toEqual([2, 2, 2]);
  await Promise.all(many);
});

it('passes an error on and goes on with the work of others', async () => {
  function* broken(): Generator<void, never> {
    yield;
    throw new Error('broken');
  }
  const log: string[] = [];
  const other = runYielding('ana', steps('a', 3, log));
  await expect(runYielding('ana', broken())).rejects.toThrow('broken');
  expect(await other).toBe('a');
});

it('requires a pause after each length of text', () => {
  const isPauseDue = pausesEvery(10);
  expect([0, 9, 10, 19, 20, 55, 60, 65].filter(isPauseDue)).toEqual([10, 20, 55, 65]);
});
