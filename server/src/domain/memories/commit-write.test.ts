import { expect, it } from 'vitest';
import { makeIndex } from '../../../test/make-index.ts';
import { makeMemory } from '../../../test/make-memory.ts';
import type { Change } from './changes.ts';
import { commitWrite } from './commit-write.ts';
import { toInsert } from './create-memory.ts';
import type { MemoryStore } from './memory-store.ts';

const store = { commit: async () => [{ kind: 'missing' }] } as unknown as MemoryStore;
const insert: Change = toInsert(makeMemory('a harbour'), makeIndex(['harbour']));

it.for<[string, Change[], code: string]>([
  ['a new memory', [insert], 'unauthenticated'],
  ['a batch of which nothing is accepted', [], 'unauthenticated'],
  ['the removal of a memory', [{ kind: 'remove', id: 'mem_1' }], 'not_found'],
])('names the account as missing where no memory can be: %s', async ([_title, changes, code]) => {
  const responder = { idempotency: undefined, present: () => null };
  const committed = commitWrite(store, 'acct_1', responder, async (conflict) => {
    if (conflict) throw new Error('must not be repeated');
    return { value: null, now: 0, changes };
  });
  await expect(committed).rejects.toMatchObject({ code });
});
