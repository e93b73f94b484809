import { expect, it } from 'vitest';
import { inBulk } from './in-bulk.ts';

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
  const add = inBulk(write, {
    most: 3,
    groupOf: (item) => (/\d/.test(item) ? 'many' : 'few'),
    isOutage: (error) => (error as Error).message === 'disk full',
  });
  return { calls, add };
}

it('writes together what comes at the same time or meanwhile, no more than allowed', async () => {
  const { calls, add } = createWriter();
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(add))).toEqual(['a of abc', 'b of abc', 'c of abc', 'd of d']);
  const first = add('e');
  await expect.poll(() => calls).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
  expect(await Promise.all([first, add('f'), add('g')])).toEqual(['e of e', 'f of fg', 'g of fg']);
});

it('lets groups take turns, so that one item does not wait for the many of another group', async () => {
  const { calls, add } = createWriter();
  const many = ['1', '2', '3', '4', '5', '6', '7'].map(add);
  await Promise.all([...many, add('a'), add('b')]);
  expect(calls).toEqual([
    ['1', 'a', '2'],
    ['b', '3', '4'],
    ['5', '6', '7'],
  ]);
});

it('writes each by itself when one of several is at fault, so that the others are kept', async () => {
  const { add } = createWriter((items) => (items.includes('c') ? new Error('too large') : undefined));
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map(add));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

it('does not try again by itself while the store is away', async () => {
  const { calls, add } = createWriter(() => new Error('disk full'));
  const settled = await Promise.allSettled(['a', 'b', 'c'].map(add));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toEqual([['a', 'b', 'c']]);
});
