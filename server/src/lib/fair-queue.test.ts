import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

it('serves accounts in turn, and the items of an account in their order', () => {
  const queue = createFairQueue<string>();
  for (const item of ['ana 1', 'ana 2', 'ana 3']) queue.add('ana', item);
  queue.add('bo', 'bo 1');
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['ana 1', 'bo 1', 'ana 2']);
  queue.add('bo', 'bo 2');
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['ana 3', 'bo 2', undefined]);
  expect(queue.size).toBe(0);
});

it('puts an item back before the others of its account, whose turn comes after those of the others', () => {
  const queue = createFairQueue<string>();
  for (const item of ['ana 1', 'ana 2']) queue.add('ana', item);
  queue.add('bo', 'bo 1');
  queue.putBack('ana', queue.take() as string);
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['bo 1', 'ana 1', 'ana 2']);
});

it('counts the items that wait', () => {
  const queue = createFairQueue<number>();
  queue.add('ana', 1);
  queue.add('ana', 2);
  queue.take();
  expect(queue.size).toBe(1);
});
