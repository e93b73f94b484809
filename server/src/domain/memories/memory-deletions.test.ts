import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { ana, memory, noon, words } from '../../../test/memory-store-samples.ts';
import { describeMemoryDeletions } from '../../ports/memory-deletions.contract.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { hideMemories, removeMemories } from './complete-deletion.ts';

describeMemoryDeletions('SQLite', ({ now }) => createTestStore({ now }));

it('hides and removes more memories, and more facts of them, than one command takes', async () => {
  const { records, memories, memoryDeletions, close } = await createTestStore({ now: () => noon });
  onTestFinished(close);
  await addAccount(records, makeAccount(ana));
  const write = (added: readonly Memory[]) =>
    memories.commit([
      { accountId: ana, changes: added.map((one) => ({ kind: 'insert', memory: one, index: words('sea') })) },
    ]);
  const sources = Array.from({ length: 260 }, () => memory());
  await write(sources);
  const ids = sources.map(({ id }) => id);
  const scope = { kind: 'scope', parameters: {}, codes: {}, secret: null, actor: null, startedAt: noon } as const;
  const deletion = { id: 'del_1', accountId: ana, ...scope };
  await memoryDeletions.prepare(deletion, ids);
  await memoryDeletions.begin(deletion, { matched: ids.length });
  await write(Array.from({ length: 1_001 }, () => memory({ sourceMemoryId: ids[7] as string })));
  await write([memory({ sourceMemoryId: ids[259] as string })]);
  await hideMemories(memoryDeletions, deletion);
  expect((await memories.list({ scope: { accountId: ana }, limit: 9 })).memories).toEqual([]);
  await removeMemories(memoryDeletions, deletion);
  expect(await memoryDeletions.get(ana, deletion.id)).toMatchObject({ state: 'done', removed: { memories: 1_262 } });
  expect(await memories.list({ scope: { accountId: ana }, limit: 9 })).toEqual({ memories: [], more: false });
});
