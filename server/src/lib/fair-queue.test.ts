import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

it('serves accounts in turn, and the items of an account in their order', () => {
  const queue = createFairQueue<string>();
  for (const item of ['ana 1', 'ana 2', 'ana 3']) queue.add('ana', item);
  queue.add('bo', 'bo 1');
  expect(queue.size).toBe(4);
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['ana 1', 'bo 1', 'ana 2']);
  queue.add('bo', 'bo 2');
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['bo 2', 'ana 3', undefined]);
  expect(queue.size).toBe(0);
});

it('serves an account that begins to wait before those that have had turns, with many items or one again and again', () => {
  const [many, again] = [createFairQueue<string>(), createFairQueue<string>()];
  for (let n = 0; n < 10; n++) many.add('ana', 'ana');
  expect([many.take(), many.take()]).toEqual(['ana', 'ana']);
  again.add('ana', 'ana');
  for (let step = 0; step < 3; step++) again.add('ana', again.take() as string);
  for (const queue of [many, again]) {
    queue.add('bo', 'bo');
    expect([queue.take(), queue.take()]).toEqual(['bo', 'ana']);
  }
});

it('lets waiting accounts go on while ever new ones arrive', () => {
  const queue = createFairQueue<string>();
  for (let n = 0; n < 3; n++) queue.add('ana', 'ana');
  queue.take();
  const taken: (string | undefined)[] = [];
  for (let n = 0; n < 12; n++) {
    queue.add(`new ${n}`, `new ${n}`);
    taken.push(queue.take());
  }
  expect(taken.filter((item) => item === 'ana')).toHaveLength(2);
});

it('puts an item back before the others of its account, whose turn comes after those of the others', () => {
  const queue = createFairQueue<string>();
  for (const item of ['ana 1', 'ana 2']) queue.add('ana', item);
  queue.add('bo', 'bo 1');
  queue.putBack('ana', queue.take() as string);
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['bo 1', 'ana 1', 'ana 2']);
});
