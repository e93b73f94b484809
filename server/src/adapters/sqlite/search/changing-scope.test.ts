import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../../../../test/account-steps.ts';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory, runToEnd } from '../../../../test/make-memory.ts';
import { openSqliteStores } from '../../../../test/open-stores.ts';
import { insertMemory, removeMemory } from '../../../../test/store-steps.ts';
import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import type { Memory } from '../../../ports/memory.ts';
import { openDatabase } from '../connection/open-database.ts';
import { AccountIndex } from './account-index.ts';
import { findCandidates } from './candidates.ts';

const ana = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };

/** Creates a store, and a second connection that reads it step by step. */
async function createTable() {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-scope-'));
  const store = await openSqliteStores(directory, { now: () => 0 });
  const db = openDatabase(join(directory, 'mnema.db'), { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await addAccount(store.records, makeAccount(ana));
  const index = new AccountIndex(1);
  const inTransaction = <Result>(work: () => Result): Result => {
    db.exec('BEGIN');
    try {
      return work();
    } finally {
      db.exec('COMMIT');
    }
  };
  return {
    store,
    db,
    index,
    inTransaction,
    follow() {
      while (!inTransaction(() => index.advance(db, null)));
    },
    async add(changes: Partial<Memory>, filterKeys: string[] = [], words = ['boat', 'sea']): Promise<string> {
      const memory = makePendingMemory('boat', 5, { accountId: ana, ...changes });
      await insertMemory(store.memories, memory, makeIndex(words, { filterKeys }), unlimited);
      return memory.id;
    },
  };
}

function signalsOf({ ordinals, words }: AccountIndex) {
  return { ordinals, words };
}

function query(changes: Partial<CandidateQuery>): CandidateQuery {
  const plain = {
    words: ['boat'],
    identifiers: [],
    entities: [],
    vector: null,
    limit: 100,
    times: [],
    timesAreAll: false,
  };
  return { scope: { accountId: ana }, ...plain, ...changes };
}

it('a filter holds although a matching memory is deleted while filter keys are read', async () => {
  const { store, db, index, inTransaction, follow, add } = await createTable();
  const kept = '["p","x"]';
  const first = await add({}, [kept]);
  for (let i = 0; i < 600; i++) await add({}, [kept]);
  const other = await add({}, ['["p","secret"]']);
  follow();
  const steps = index.ordinals.view(db, { accountId: ana, filterKeys: [[kept]] });
  expect(inTransaction(() => steps.next()).done).toBe(false);
  await removeMemory(store.memories, ana, first);
  follow();
  const { result: view } = inTransaction(() => runToEnd(steps));
  expect(view.memories).toBeGreaterThan(500);
  const signals = { ...signalsOf(index), view, frequencies: [600], cosines: null };
  const chosen = inTransaction(() => findCandidates(db, query({ limit: 1_000 }), signals));
  expect(chosen.length).toBeGreaterThan(500);
  expect(chosen.map(({ id }) => id)).not.toContain(other);
});

it("a user's scope holds although one of its memories is deleted after the view was made", async () => {
  const { store, db, index, inTransaction, follow, add } = await createTable();
  const first = await add({ userId: 'u' });
  for (let i = 0; i < 150; i++) await add({ userId: 'u' });
  const other = await add({ userId: 'other' });
  follow();
  const { result: view } = inTransaction(() => runToEnd(index.ordinals.view(db, { accountId: ana, userId: 'u' })));
  await removeMemory(store.memories, ana, first);
  follow();
  expect(index.words.frequencies(['boat', 'nothing'], view.mask)).toEqual([150, 0]);
  const wide = query({ limit: 1_000, times: [{ from: 0, to: 10 }], timesAreAll: true });
  const signals = { ...signalsOf(index), view, frequencies: [151], cosines: null };
  const chosen = inTransaction(() => findCandidates(db, wide, signals));
  expect(chosen.length).toBe(150);
  expect(chosen.map(({ id }) => id)).not.toContain(other);
});
