import { expect, it } from 'vitest';
import { makeIndex } from '../../../test/make-index.ts';
import { makeMemory } from '../../../test/make-memory.ts';
import type { Change, MemoryStore } from '../../ports/memory-store.ts';
import { commitWrite } from './commit-write.ts';

const store = { commit: async () => [{ kind: 'missing' }] } as unknown as MemoryStore;

const insert: Change = { kind: 'insert', memory: makeMemory('a harbour'), index: makeIndex(['harbour']) };

it.for<[string, Change[], code: string]>([
  ['a new memory', [insert], 'unauthenticated'],
  ['a batch of which nothing is accepted', [], 'unauthenticated'],
  ['the removal of a memory', [{ kind: 'remove', id: 'mem_1' }], 'not_found'],
])('names the account as missing where no memory can be: %s', async ([_title, changes, code]) => {
  const committed = commitWrite(
    store,
    {
      ...{ kind: 'prepared', value: null, commit: { accountId: 'acct_1', changes }, now: 0, idempotency: undefined },
      ...{ committed: () => {}, again: () => Promise.reject(new Error('must not be repeated')) },
    },
    null,
  );
  await expect(committed).rejects.toMatchObject({ code });
});
