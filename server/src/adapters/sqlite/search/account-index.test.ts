import { describe, expect, it } from 'vitest';
import {
  add,
  ana,
  bySeq,
  createTable,
  embedderId,
  expected,
  expectedFrequencies,
  expectTable,
  finish,
  happen,
  inTransaction,
  now,
  ofTable,
  remove,
  slices,
  space,
  type Table,
  vector,
  visible,
  words,
} from '../../../../test/account-table.ts';
import { runToEnd } from '../../../../test/make-memory.ts';
import { openDatabase } from '../connection/open-database.ts';
import { AccountIndex } from './account-index.ts';
import { AccountIndexes } from './account-indexes.ts';
import { CosinePart, readFew } from './index-parts.ts';
import { WordPostings } from './word-postings.ts';

it('matches the table, whatever is written, changed, deleted and expires between the slices', async () => {
  const table = await createTable();
  for (let number = 0; number < 40; number++) await add(table);
  await finish(table);
  let inSlices = 0;
  for (let start = 0; start < 5; start++) {
    const index = new AccountIndex(1, slices);
    for (let number = start; !inTransaction(table, () => index.advance(table.db, space)); number++) {
      inSlices++;
      if (number < start + 60) await happen(table, number);
    }
    inTransaction(table, () => {
      // A search ends in one transaction, because other writes may have come since.
      while (!index.advance(table.db, space));
      expectTable(table, index);
    });
  }
  expect(inSlices).toBeGreaterThan(50);
});

it('reads the table again when changes that it has not followed are no longer kept', async () => {
  const table = await createTable();
  for (let number = 0; number < 10; number++) await add(table);
  const index = new AccountIndex(1, slices);
  while (!inTransaction(table, () => index.advance(table.db, null)));
  const { ordinals } = index;
  for (let number = 0; number < 3; number++) await remove(table, number);
  const writer = openDatabase(table.db.location() as string);
  writer.exec('DELETE FROM memories_change WHERE number < (SELECT max(number) FROM memories_change)');
  writer.close();
  while (!inTransaction(table, () => index.advance(table.db, null)));
  expect(index.ordinals).not.toBe(ordinals);
  index.expire(now());
  inTransaction(table, () => expect(visible(index, table.db)).toEqual(ofTable(table)));
});

/** Reads the parts beside the index, and again after the index was read again. */
function* retried(
  index: AccountIndex,
  { db }: Table,
  use: (cosines: CosinePart, postings: WordPostings) => true,
): Generator<void, true> {
  for (;;) {
    const [cosines, postings] = [new CosinePart(vector), new WordPostings({ vocabulary: words })];
    const result = yield* index.withParts(db, [cosines, postings], () => use(cosines, postings));
    if (result) return result;
    while (!index.advance(db, null)) yield;
  }
}

it('vectors and words that are not kept match the table at the end, whatever is written between the steps', async () => {
  const table = await createTable();
  for (let number = 0; number < 40; number++) await add(table);
  await finish(table);
  const index = new AccountIndex(1, slices);
  let steps = 0;
  for (let start = 0; start < 5; start++) {
    while (!inTransaction(table, () => index.advance(table.db, space)));
    index.dropVectors();
    index.dropWords();
    const stream = retried(index, table, (cosines, postings) => {
      index.expire(now());
      const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
      expect(bySeq(index, cosines.cosines(mask))).toEqual(expected(table));
      expect(postings.frequencies(words, mask)).toEqual(expectedFrequencies(table));
      return true;
    });
    for (let number = start; ; number++) {
      if (inTransaction(table, () => stream.next()).done) break;
      steps++;
      await happen(table, number);
    }
  }
  expect(steps).toBeGreaterThan(30);
});

it('computes the same cosines for a few memories read one by one', async () => {
  const table = await createTable();
  for (let number = 0; number < 12; number++) await add(table);
  await finish(table);
  await remove(table, 3);
  const index = new AccountIndex(1, slices);
  while (!inTransaction(table, () => index.advance(table.db, null)));
  index.expire(now());
  const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
  const part = new CosinePart(vector);
  readFew(table.db, index, part, mask);
  expect(bySeq(index, part.cosines(mask))).toEqual(expected(table));
});

describe('indexes within a budget', () => {
  async function fill(accounts: readonly string[]): Promise<Table> {
    const table = await createTable();
    for (const account of accounts) for (let number = 0; number < 50; number++) await add(table, account);
    await finish(table);
    return table;
  }
  function search(table: Table, indexes: AccountIndexes, account: number, { goesOn = false } = {}): AccountIndex {
    const index = indexes.take(account);
    inTransaction(table, () => {
      while (!index.advance(table.db, space)) indexes.evictFor(index);
      indexes.evictFor(index);
    });
    if (!goesOn) indexes.release(index);
    return index;
  }

  const hasVectors = (index: AccountIndex) => index.vectorsOf(embedderId) !== undefined;
  /** Fills two accounts, and makes indexes with room for one and a half. */
  async function fillTwo() {
    const table = await fill([ana, 'acct_bo']);
    const { bytes } = search(table, new AccountIndexes(1e9), 1);
    return { table, indexes: new AccountIndexes(1.5 * bytes) };
  }

  it('are evicted in the order of their last search', async () => {
    const { table, indexes } = await fillTwo();
    const first = search(table, indexes, 1);
    expect(search(table, indexes, 1)).toBe(first);
    const second = search(table, indexes, 2);
    expect(hasVectors(second)).toBe(true);
    expect(indexes.take(2)).toBe(second);
    expect(indexes.take(1)).not.toBe(first);
  });

  it('keep what a running search uses, while another search does without vectors', async () => {
    const { table, indexes } = await fillTwo();
    const running = [1, 2].map((account) => search(table, indexes, account, { goesOn: true }));
    expect(running.map(hasVectors)).toEqual([true, false]);
    for (const index of running) indexes.release(index);
    expect(hasVectors(search(table, indexes, 2, { goesOn: true }))).toBe(true);
  });

  it('are dropped once their account is deleted', async () => {
    const table = await fill([ana, 'acct_bo']);
    const indexes = new AccountIndexes(1e9);
    for (const account of [1, 2]) search(table, indexes, account);
    const writer = openDatabase(table.db.location() as string);
    writer.exec("DELETE FROM account_name WHERE id = 'acct_bo'");
    writer.close();
    indexes.forgetDeleted(table.db);
    expect([indexes.has(1), indexes.has(2)]).toEqual([true, false]);
  });

  it('keep an account that exceeds the budget without vectors, and do not read them again with every search', async () => {
    const table = await fill([ana]);
    const indexes = new AccountIndexes(1);
    const index = search(table, indexes, 1);
    expect(hasVectors(index)).toBe(false);
    expect(indexes.take(1)).toBe(index);
  });
});

it('an index keeps the vectors of two embedders apart, and follows both', async () => {
  const table = await createTable();
  const other = { embedderId: 'other-embedder@1', values: vector.values };
  const index = new AccountIndex(1, slices);
  for (let round = 0; round < 3; round++) {
    for (let number = 0; number < 5; number++) await add(table);
    await finish(table, round === 1 ? embedderId : other.embedderId);
    await remove(table, round * 5);
    inTransaction(table, () => {
      while (!index.advance(table.db, space));
      while (!index.advance(table.db, { ...space, embedderId: other.embedderId }));
      index.expire(now());
      const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
      expect(bySeq(index, index.vectorsOf(embedderId)?.cosines(mask, vector.values))).toEqual(expected(table));
      expect(bySeq(index, index.vectorsOf(other.embedderId)?.cosines(mask, other.values))).toEqual(
        expected(table, other.embedderId),
      );
    });
  }
});
