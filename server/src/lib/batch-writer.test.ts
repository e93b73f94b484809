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
  expect(calls).toEqual([
    ['1', 'a', '2'],
    ['b', '3', '4'],
    ['5', '6', '7'],
  ]);
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

/** Notes the calls; each ends when the test ends it. `writeAll` hands over a group of its own. */
function createHeldWriter({ parallel = 1 } = {}) {
  const calls: { texts: string[]; end(): void }[] = [];
  const write = createBatchWriter({
    write: (items: { text: string; group: symbol }[]) =>
      new Promise<string[]>((resolve) => {
        const texts = items.map(({ text }) => text);
        calls.push({ texts, end: () => resolve(texts.map((text) => text.toUpperCase())) });
      }),
    maxItems: 96,
    maxWeight: 1_000,
    weightOf: ({ text }) => text.length,
    parallel,
    groupOf: ({ group }) => group,
    isItemsFault: () => false,
  });
  const writeAll = (texts: string[]) => {
    const group = Symbol('group');
    return Promise.all(texts.map((text) => write({ text, group })));
  };
  return { writeAll, calls, sizes: () => calls.map(({ texts }) => texts.length) };
}
const many = (count: number, text: string) => Array.from({ length: count }, () => text);

it('runs calls concurrently up to the maximum', async () => {
  const { writeAll, calls, sizes } = createHeldWriter({ parallel: 2 });
  const all = writeAll(many(250, 'text'));
  await expect.poll(sizes).toEqual([96, 96]);
  calls[1]?.end();
  await expect.poll(sizes).toEqual([96, 96, 58]);
  calls[0]?.end();
  calls[2]?.end();
  expect(await all).toHaveLength(250);
});

it('keeps a call within its weight, and writes a heavier item alone', async () => {
  const { writeAll, calls } = createHeldWriter();
  const all = writeAll([...many(3, 'x'.repeat(400)), 'y'.repeat(3_000), 'z']);
  const lengths = () => calls.map(({ texts }) => texts.map((text) => text.length));
  await expect.poll(lengths).toEqual([[400, 400]]);
  calls[0]?.end();
  await expect.poll(lengths).toEqual([[400, 400], [400]]);
  calls[1]?.end();
  await expect.poll(lengths).toEqual([[400, 400], [400], [3_000]]);
  calls[2]?.end();
  await expect.poll(lengths).toEqual([[400, 400], [400], [3_000], [1]]);
  calls[3]?.end();
  expect(await all).toHaveLength(5);
});
