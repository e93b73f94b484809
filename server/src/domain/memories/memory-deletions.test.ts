import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { deletionSteps } from '../../../test/deletion-steps.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { ana, memory, noon, words } from '../../../test/memory-store-samples.ts';
import type { Memory } from '../../ports/memory.ts';
import { toInsert } from './create-memory.ts';
import { continueDeletion } from './delete-scope.ts';
import { noCodes } from './deletion-kinds.ts';
import { describeMemoryDeletions } from './memory-deletions.contract.ts';

describeMemoryDeletions('SQLite', ({ now }) => createTestStore({ now }));

it('hides and removes more memories, and more facts of them, than one command takes', async () => {
  const store = await createTestStore({ now: () => noon });
  const { memories, records, close } = store;
  const deletions = deletionSteps(store);
  onTestFinished(close);
  await addAccount(records, makeAccount(ana));
  const write = (added: readonly Memory[]) =>
    memories.commit([{ accountId: ana, changes: added.map((one) => toInsert(one, words('sea'))) }]);
  const sources = Array.from({ length: 260 }, () => memory());
  await write(sources);
  const ids = sources.map(({ id }) => id);
  const scope = { kind: 'scope', parameters: {}, ...noCodes, actor: null, startedAt: noon } as const;
  const deletion = { id: 'del_1', accountId: ana, ...scope };
  await deletions.prepare(deletion, ids);
  await deletions.begin(deletion, { ids });
  await write(Array.from({ length: 1_001 }, () => memory({ sourceMemoryId: ids[7] as string })));
  await write([memory({ sourceMemoryId: ids[259] as string })]);
  await continueDeletion(records, deletion, 'hideMemories');
  expect((await memories.list({ scope: { accountId: ana }, limit: 9 })).memories).toEqual([]);
  await continueDeletion(records, deletion, 'removeHiddenMemories');
  expect(await deletions.get(ana, deletion.id)).toMatchObject({ state: 'done', removed: { memories: 1_262 } });
  expect(await memories.list({ scope: { accountId: ana }, limit: 9 })).toEqual({ memories: [], more: false });
});
