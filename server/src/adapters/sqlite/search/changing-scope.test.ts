import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { makeIndex } from '../../../../test/make-index.ts';
import { makePendingMemory, runToEnd } from '../../../../test/make-memory.ts';
import { changeMemory, insertMemory, removeMemory } from '../../../../test/store-steps.ts';
import type { CandidateQuery, Memory } from '../../../ports/memory-store.ts';
import { openDatabase } from '../connection/open-database.ts';
import { openSqliteStore } from '../open-store.ts';
import { AccountIndex } from './account-index.ts';
import { type Chosen, chooseCandidates, readCandidates } from './candidates.ts';
import { createWordSearches } from './word-candidates.ts';

const ana = 'acct_ana';
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };

/** Creates a store, and a second connection that reads it step by step. */
async function createTable() {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-scope-'));
  const store = await openSqliteStore(directory, { now: 0 });
  const db = openDatabase(join(directory, 'mnema.db'), { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await store.accounts.createAccount(makeAccount(ana), 'hash');
  const index = new AccountIndex(1, -1);
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
    searchWords: createWordSearches(db),
    follow() {
      while (!inTransaction(() => index.advance(db, null)));
    },
    async add(changes: Partial<Memory>, filterKeys: string[] = [], words = ['boat', 'sea']): Promise<string> {
      const memory = makePendingMemory('boat', 5, { accountId: ana, ...changes });
      await insertMemory(store.memories, memory, makeIndex(words, { filterKeys }), unlimited);
      return memory.id;
    },
    seqOf: (id: string) => (db.prepare('SELECT seq FROM memory WHERE id = ?').get(id) as { seq: number }).seq,
  };
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
  const { store, db, index, inTransaction, searchWords, follow, add, seqOf } = await createTable();
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
  const signals = { ordinals: index.ordinals, view, documentFrequencies: [600], cosines: null };
  const chosen = inTransaction(() => chooseCandidates(db, query({ limit: 1_000 }), searchWords, signals));
  expect(chosen.length).toBeGreaterThan(500);
  expect(chosen.map(({ seq }) => seq)).not.toContain(seqOf(other));
});

it("a user's scope holds although one of its memories is deleted while words are counted", async () => {
  const { store, db, index, inTransaction, searchWords, follow, add, seqOf } = await createTable();
  const first = await add({ userId: 'u' });
  for (let i = 0; i < 150; i++) await add({ userId: 'u' });
  const other = await add({ userId: 'other' });
  follow();
  const { result: view } = inTransaction(() => runToEnd(index.ordinals.view(db, { accountId: ana, userId: 'u' })));
  const counting = searchWords(index.ordinals, view).frequencies(['boat', 'sea']);
  expect(inTransaction(() => counting.next()).done).toBe(false);
  await removeMemory(store.memories, ana, first);
  follow();
  inTransaction(() => runToEnd(counting));
  const wide = query({ limit: 1_000, times: [{ from: 0, to: 10 }], timesAreAll: true });
  const signals = { ordinals: index.ordinals, view, documentFrequencies: [151], cosines: null };
  const chosen = inTransaction(() => chooseCandidates(db, wide, searchWords, signals));
  expect(chosen.length).toBe(150);
  expect(chosen.map(({ seq }) => seq)).not.toContain(seqOf(other));
});

it('a memory that changes while candidates are read has no version, so that the search is repeated', async () => {
  const { store, db, inTransaction, follow, add, seqOf } = await createTable();
  const long = Array.from({ length: 30_000 }, (_, number) => `w${number % 100}`);
  const [first, second, third] = [await add({}, [], long), await add({}, [], long), await add({}, [], long)];
  follow();
  const chosen = [first, second, third].map(
    (id): Chosen => ({ seq: seqOf(id as string), cosine: null, message: null, isContext: false }),
  );
  const reading = readCandidates(db, 1, chosen, query({}));
  expect(inTransaction(() => reading.next()).done).toBe(false);
  const change = { accountId: ana, id: second as string, expectedVersion: 1, at: 9, metadata: {} };
  await changeMemory(store.memories, { ...change, index: makeIndex([]), text: null }, unlimited);
  const { result } = inTransaction(() => runToEnd(reading));
  expect(result.map(({ id, version }) => [id, version])).toEqual([
    [first, 1],
    [second, 0],
    [third, 1],
  ]);
});

it('a view caches word counts up to a limit, and no counts of zero', async () => {
  const { db, index, inTransaction, searchWords, follow, add } = await createTable();
  const words = Array.from({ length: 1_200 }, (_, number) => `w${number}`);
  await add({}, [], words);
  follow();
  const { result: view } = inTransaction(() => runToEnd(index.ordinals.view(db, { accountId: ana })));
  const count = (words: string[]) =>
    inTransaction(() => runToEnd(searchWords(index.ordinals, view).frequencies(words))).result;
  expect(count(['none', ...words])).toEqual([0, ...words.map(() => 1)]);
  expect(view.frequencies.size).toBe(1_000);
  expect(view.frequencies.has('none')).toBe(false);
});
