import { expect, it } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';

/** Notes the calls; ends each only after everybody has had a chance to hand something over. */
function createWriter(failure: (items: string[]) => Error | undefined = () => undefined) {
  const calls: string[][] = [];
  const write = async (items: string[]) => {
    calls.push(items);
    await new Promise((resolve) => setImmediate(resolve));
    const error = failure(items);
    if (error) throw error;
    return items.map((item) => `${item} of ${items.join('')}`);
  };
  const add = createBatchWriter({
    write,
    maxItems: 3,
    groupOf: (item: string) => (/\d/.test(item) ? 'many' : 'few'),
    isItemsFault: (error) => (error as Error).message !== 'disk full',
  });
  return { calls, add };
}

it('writes items together that arrive at the same time or meanwhile, up to the maximum', async () => {
  const { calls, add } = createWriter();
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(add))).toEqual(['a of abc', 'b of abc', 'c of abc', 'd of d']);
  const first = add('e');
  await expect.poll(() => calls).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
  expect(await Promise.all([first, add('f'), add('g')])).toEqual(['e of e', 'f of fg', 'g of fg']);
});

it('alternates between groups, so that one item does not wait for the many of another group', async () => {
  const { calls, add } = createWriter();
  const many = ['1', '2', '3', '4', '5', '6', '7'].map(add);
  await Promise.all([...many, add('a'), add('b')]);
  expect(calls.map((items) => items.join(''))).toEqual(['1a2', 'b34', '567']);
});

it('finds the item at fault by halves, so that the others are kept', async () => {
  const { calls, add } = createWriter((items) => (items.includes('c') ? new Error('too large') : undefined));
  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(add));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(calls).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c'], ['d']]);
});

it('does not try again by itself while the store is away', async () => {
  const { calls, add } = createWriter(() => new Error('disk full'));
  const results = await Promise.allSettled(['a', 'b', 'c'].map(add));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toEqual([['a', 'b', 'c']]);
});

/** Notes the calls; each ends when the test ends it. */
function createHeldWriter(parallel = 1) {
  const calls: { texts: string[]; end(): void }[] = [];
  const add = createBatchWriter({
    write: (texts: string[]) =>
      new Promise<string[]>((resolve) => void calls.push({ texts, end: () => resolve(texts) })),
    ...{ maxItems: 96, maxWeight: 1_000, weightOf: ({ length }: string) => length, parallel },
    ...{ groupOf: () => '', isItemsFault: () => false },
  });
  return { add, calls, lengths: () => calls.map(({ texts }) => texts.map(({ length }) => length)) };
}
const many = (count: number, text: string) => Array.from({ length: count }, () => text);

it('runs calls concurrently up to the maximum', async () => {
  const { add, calls, lengths } = createHeldWriter(2);
  const sizes = () => lengths().map(({ length }) => length);
  const all = Promise.all(many(250, 'text').map(add));
  await expect.poll(sizes).toEqual([96, 96]);
  calls[1]?.end();
  await expect.poll(sizes).toEqual([96, 96, 58]);
  for (const call of calls) call.end();
  expect(await all).toHaveLength(250);
});

it('keeps a call within its weight, and writes a heavier item alone', async () => {
  const { add, calls, lengths } = createHeldWriter();
  const all = Promise.all([...many(3, 'x'.repeat(400)), 'y'.repeat(3_000), 'z'].map(add));
  const expected = [[400, 400], [400], [3_000], [1]];
  for (const at of expected.keys()) {
    await expect.poll(lengths).toEqual(expected.slice(0, at + 1));
    calls[at]?.end();
  }
  expect(await all).toHaveLength(5);
});
