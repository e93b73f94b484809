import { expect, it } from 'vitest';
import { ana, createTable, inTransaction } from '../../../../test/account-table.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory, runToEnd } from '../../../../test/make-memory.ts';
import { emptyQuery, insertMemory, removeMemory } from '../../../../test/store-steps.ts';
import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import type { Memory } from '../../../ports/memory.ts';

import { AccountIndex } from './account-index.ts';
import { findCandidates } from './candidates.ts';

/** Creates a store, and a second connection that reads it step by step. */
async function openTable() {
  const table = await createTable();
  const { store, db } = table;
  const index = new AccountIndex(1);
  const inStep = <Result>(work: () => Result): Result => inTransaction(table, work);
  return {
    ...{ store, db, index, inStep },
    follow() {
      while (!inStep(() => index.advance(db, null)));
    },
    async add(changes: Partial<Memory>, filterKeys: string[] = []): Promise<string> {
      const memory = makePendingMemory('boat', 5, { accountId: ana, ...changes });
      await insertMemory(store.memories, memory, makeIndex(['boat', 'sea'], { filterKeys }));
      return memory.id;
    },
  };
}

const query = (changes: Partial<CandidateQuery>): CandidateQuery => {
  return { ...emptyQuery, scope: { accountId: ana }, words: ['boat'], limit: 1_000, ...changes };
};

it('a filter holds although a matching memory is deleted while filter keys are read', async () => {
  const { store, db, index, inStep, follow, add } = await openTable();
  const kept = '["p","x"]';
  const first = await add({}, [kept]);
  for (let i = 0; i < 600; i++) await add({}, [kept]);
  const other = await add({}, ['["p","secret"]']);
  follow();
  const steps = index.ordinals.view(db, { accountId: ana, filterKeys: [[kept]] });
  expect(inStep(() => steps.next()).done).toBe(false);
  await removeMemory(store.memories, ana, first);
  follow();
  const { result: view } = inStep(() => runToEnd(steps));
  expect(view.memories).toBeGreaterThan(500);
  const signals = { ordinals: index.ordinals, words: index.words, view, frequencies: [600], cosines: null };
  const chosen = inStep(() => findCandidates(db, query({}), signals));
  expect(chosen.length).toBeGreaterThan(500);
  expect(chosen.map(({ id }) => id)).not.toContain(other);
});

it("a user's scope holds although one of its memories is deleted after the view was made", async () => {
  const { store, db, index, inStep, follow, add } = await openTable();
  const first = await add({ userId: 'u' });
  for (let i = 0; i < 150; i++) await add({ userId: 'u' });
  const other = await add({ userId: 'other' });
  follow();
  const { result: view } = inStep(() => runToEnd(index.ordinals.view(db, { accountId: ana, userId: 'u' })));
  await removeMemory(store.memories, ana, first);
  follow();
  expect(index.words.frequencies(['boat', 'nothing'], view.mask)).toEqual([150, 0]);
  const wide = query({ times: [{ from: 0, to: 10 }], timesAreAll: true });
  const signals = { ordinals: index.ordinals, words: index.words, view, frequencies: [151], cosines: null };
  const chosen = inStep(() => findCandidates(db, wide, signals));
  expect(chosen.length).toBe(150);
  expect(chosen.map(({ id }) => id)).not.toContain(other);
});
