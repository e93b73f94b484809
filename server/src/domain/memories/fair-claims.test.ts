import { describe, expect, it } from 'vitest';
import { type DueQueue, takeRoundRobin } from './due-memories.ts';
import type { StoredMemory } from './kinds.ts';

describe('takeRoundRobin', () => {
  const due = (id: string, characters = 10, infer = false) => ({ id, text: 'x'.repeat(characters), infer });
  const limits = { limit: 100, characters: 1_000, extractions: 100 };

  function queueOf(memories: readonly ReturnType<typeof due>[]): DueQueue {
    const left = [...memories];
    return {
      async next(extractions) {
        const at = left.findIndex(({ infer }) => extractions || !infer);
        return at === -1 ? undefined : (left.splice(at, 1)[0] as StoredMemory);
      },
    };
  }
  const take = async (accounts: readonly ReturnType<typeof due>[][], options: Partial<typeof limits> = {}) =>
    (await takeRoundRobin(accounts.map(queueOf), { ...limits, ...options })).map(({ id }) => id);

  it('serves every account in turn with its oldest memories, however many memories another has pending', async () => {
    const accounts = [[due('a1'), due('a2'), due('a3')], [due('b1')], [due('c1'), due('c2')]];
    expect(await take(accounts)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(await take(accounts, { limit: 4 })).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('stops at the limit of characters, after the memory that exceeds it', async () => {
    const accounts = [[due('a1', 100), due('a2', 100), due('a3', 100)]];
    expect(await take(accounts, { characters: 150 })).toEqual(['a1', 'a2']);
    expect(await take(accounts, { characters: 1 })).toEqual(['a1']);
    expect(await take(accounts, { characters: 0 })).toEqual([]);
  });

  it('takes no more memories for extraction than the limit, and others beside them', async () => {
    const accounts = [[due('a1', 1, true), due('a2', 1, true), due('a3')], [due('b1', 1, true)]];
    expect(await take(accounts, { extractions: 1 })).toEqual(['a1', 'a3']);
    expect(await take(accounts, { extractions: 0 })).toEqual(['a3']);
  });
});
