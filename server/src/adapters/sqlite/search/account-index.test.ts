import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAccount } from '../../../../test/make-account.ts';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../../../../test/make-index.ts';
import { makePendingMemory, runToEnd } from '../../../../test/make-memory.ts';
import { changeMemory, completeClaims, insertMemory, removeMemory } from '../../../../test/store-steps.ts';
import { openDatabase } from '../connection/open-database.ts';
import { prepare } from '../connection/prepare.ts';
import { openSqliteStore, type SqliteStore } from '../open-store.ts';
import { AccountIndex } from './account-index.ts';
import { AccountIndexes } from './account-indexes.ts';
import { cosinesOfFew, streamCosines } from './stream-cosines.ts';
import { noCosine } from './vector-matrix.ts';

const slices = { rows: 3, vectors: 4, changes: 3 };
const unlimited = { month: 0, memoryWrites: null, endUsers: null, projects: null };
const embedderId = 'test-embedder@1';
const query = Float32Array.of(0.6, 0.8, 0, 0);
const ana = 'acct_ana';
let count = 0;

interface Table {
  store: SqliteStore;
  db: DatabaseSync;
  /** The ids of Ana's memories. */
  ids: string[];
}

/** Creates a store, and a second connection that reads it step by step. */
async function createTable(): Promise<Table> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-index-'));
  const store = await openSqliteStore(directory, { now: 0 });
  const db = openDatabase(join(directory, 'mnema.db'), { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  for (const id of [ana, 'acct_bo']) {
    await store.accounts.createAccount(makeAccount(id), 'hash');
  }
  return { store, db, ids: [] };
}

function vectorOf(number: number): Float32Array {
  const angle = number * 0.7;
  return Float32Array.of(Math.cos(angle), Math.sin(angle) / 2, Math.sin(angle) / 2, Math.SQRT1_2 * Math.sin(angle));
}

async function add({ store, ids }: Table, accountId = ana): Promise<void> {
  const id = `mem_${String(++count).padStart(26, '0')}`;
  const memory = makePendingMemory('boat', 0, { id, accountId, userId: accountId, agentId: `agent-${count % 2}` });
  await insertMemory(store.memories, memory, makeIndex(['boat']), unlimited);
  if (accountId === ana) ids.push(id);
}

/** Completes all pending memories, each with one to three vectors. */
async function finish({ store }: Table): Promise<void> {
  const options = {
    limit: 1_000,
    extractions: 100,
    characters: 1e6,
    now: 10,
    leaseMs: 1,
    purpose: 'ingest' as const,
    quarantineAfter: 3,
    quarantined: false,
  };
  const claims = await store.memories.claim(options);
  const results = claims.map((claim) => {
    const vectors = Array.from({ length: 1 + (count % 3) }, () => vectorOf(++count));
    return { claim, embedderId, vectors, entities: [] };
  });
  await completeClaims(store.memories, results);
}

async function remove({ store, ids }: Table, at: number): Promise<void> {
  const [id] = ids.splice(at % Math.max(1, ids.length), 1);
  if (id) await removeMemory(store.memories, ana, id);
}

async function rewrite({ store, ids }: Table, at: number): Promise<void> {
  const memory = await store.memories.get(ana, ids[at % Math.max(1, ids.length)] ?? '');
  if (!memory) return;
  const { id, version } = memory;
  const text = { ...makeTextIndex(['sea']), text: 'sea', nextAttemptAt: 0 };
  const change = { accountId: ana, id, expectedVersion: version, at: 0, metadata: {}, index: emptyMetadataIndex };
  await changeMemory(store.memories, { ...change, text }, unlimited);
}

/** Changes the table in a way that depends on the number. */
async function happen(table: Table, number: number): Promise<void> {
  if (number % 5 === 0) await add(table);
  else if (number % 5 === 1) await remove(table, number * 7);
  else if (number % 5 === 2) await rewrite(table, number * 11);
  else if (number % 5 === 3) await add(table, 'acct_bo');
  else await finish(table);
}

function inTransaction<Result>({ db }: Table, work: () => Result): Result {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}

/** Computes the best cosine of each memory with vectors from the table alone. */
function expected({ db }: Table): Record<number, number> {
  const best: Record<number, number> = {};
  const sql = 'SELECT seq, scale, vector FROM memory_vector WHERE owner = 1';
  for (const { seq, scale, vector } of prepare<{ seq: number; scale: number; vector: Uint8Array }>(db, sql).all()) {
    const values = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
    const cosine = values.reduce((sum, value, at) => sum + value * scale * (query[at] as number), 0);
    best[seq] = Math.max(best[seq] ?? noCosine, cosine);
  }
  return Object.fromEntries(Object.entries(best).map(([seq, cosine]) => [seq, expect.closeTo(cosine, 4)]));
}

function bySeq(index: AccountIndex, cosines: Float32Array): Record<number, number> {
  const pairs = [...cosines.entries()].filter(([, cosine]) => cosine !== noCosine);
  return Object.fromEntries(pairs.map(([ordinal, cosine]) => [index.ordinals.seqAt(ordinal), cosine]));
}

function ofTable({ db }: Table): number[] {
  return db
    .prepare('SELECT seq FROM memory WHERE owner = 1 ORDER BY seq')
    .all()
    .map(({ seq }) => seq as number);
}

function visible(index: AccountIndex, db: DatabaseSync): number[] {
  const { mask } = runToEnd(index.ordinals.view(db, { accountId: ana })).result;
  return [...mask.keys()].filter((ordinal) => mask[ordinal] === 1).map((ordinal) => index.ordinals.seqAt(ordinal));
}

describe('an index that is read in slices', () => {
  it('matches the table, whatever is written, changed and deleted between the slices', async () => {
    const table = await createTable();
    for (let number = 0; number < 40; number++) await add(table);
    await finish(table);
    let inSlices = 0;
    for (let start = 0; start < 5; start++) {
      const index = new AccountIndex(1, 1, slices);
      for (let number = start; !inTransaction(table, () => index.advance(table.db, 4)); number++) {
        inSlices++;
        if (number < start + 60) await happen(table, number);
      }
      inTransaction(table, () => {
        // A search ends in one transaction, because other writes may have come since.
        while (!index.advance(table.db, 4));
        expect(visible(index, table.db)).toEqual(ofTable(table));
        const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
        expect(bySeq(index, index.cosines(mask, query))).toEqual(expected(table));
      });
    }
    expect(inSlices).toBeGreaterThan(50);
  });

  it('reads the table again when changes that it has not followed are no longer kept', async () => {
    const table = await createTable();
    for (let number = 0; number < 10; number++) await add(table);
    const index = new AccountIndex(1, 1, slices);
    while (!inTransaction(table, () => index.advance(table.db, null)));
    const { ordinals } = index;
    for (let number = 0; number < 3; number++) await remove(table, number);
    const writer = openDatabase(table.db.location() as string);
    writer.exec('DELETE FROM memory_change WHERE number < (SELECT max(number) FROM memory_change)');
    writer.close();
    while (!inTransaction(table, () => index.advance(table.db, null)));
    expect(index.ordinals).not.toBe(ordinals);
    inTransaction(table, () => expect(visible(index, table.db)).toEqual(ofTable(table)));
  });
});

describe('cosines of vectors that are not kept', () => {
  it('match the table at the end, whatever is written between the steps', async () => {
    const table = await createTable();
    for (let number = 0; number < 40; number++) await add(table);
    await finish(table);
    const index = new AccountIndex(1, 1, slices);
    index.dropVectors();
    let steps = 0;
    for (let start = 0; start < 5; start++) {
      while (!inTransaction(table, () => index.advance(table.db, 4)));
      index.dropVectors();
      const stream = streamCosines(table.db, index, query);
      for (let number = start; ; number++) {
        const isDone = inTransaction(table, () => {
          const { done, value } = stream.next();
          const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
          if (done)
            expect(
              bySeq(
                index,
                value.map((cosine, at) => (mask[at] ? cosine : noCosine)),
              ),
            ).toEqual(expected(table));
          return done;
        });
        if (isDone) break;
        steps++;
        await happen(table, number);
      }
    }
    expect(steps).toBeGreaterThan(30);
  });
});

it('computes the same cosines for a few memories read one by one', async () => {
  const table = await createTable();
  for (let number = 0; number < 12; number++) await add(table);
  await finish(table);
  await remove(table, 3);
  const index = new AccountIndex(1, 1, slices);
  while (!inTransaction(table, () => index.advance(table.db, null)));
  const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
  expect(bySeq(index, cosinesOfFew(table.db, index, mask, query))).toEqual(expected(table));
});

describe('indexes within a budget', () => {
  async function fill(accounts: readonly string[]): Promise<Table> {
    const table = await createTable();
    for (const account of accounts) for (let number = 0; number < 50; number++) await add(table, account);
    await finish(table);
    return table;
  }
  function read(table: Table, indexes: AccountIndexes, index: AccountIndex): void {
    inTransaction(table, () => {
      while (!index.advance(table.db, 4)) indexes.evictFor(index);
      indexes.evictFor(index);
    });
  }

  it('are evicted in the order of their last search', async () => {
    const table = await fill([ana, 'acct_bo']);
    const alone = new AccountIndexes(1e9);
    const measured = alone.take(1, 1);
    read(table, alone, measured);
    const indexes = new AccountIndexes(1.5 * measured.bytes);
    const first = indexes.take(1, 1);
    read(table, indexes, first);
    indexes.release(first);
    expect(indexes.take(1, 1)).toBe(first);
    indexes.release(first);
    const second = indexes.take(2, 1);
    read(table, indexes, second);
    indexes.release(second);
    expect(second.hasVectors).toBe(true);
    expect(indexes.take(2, 1)).toBe(second);
    expect(indexes.take(1, 1)).not.toBe(first);
  });

  it('keep what a running search uses, while another search does without vectors', async () => {
    const table = await fill([ana, 'acct_bo']);
    const measured = new AccountIndexes(1e9);
    const whole = measured.take(1, 1);
    read(table, measured, whole);
    const indexes = new AccountIndexes(1.5 * whole.bytes);
    const first = indexes.take(1, 1);
    read(table, indexes, first);
    const second = indexes.take(2, 1);
    read(table, indexes, second);
    expect([first.hasVectors, second.hasVectors]).toEqual([true, false]);
    indexes.release(first);
    indexes.release(second);
    const again = indexes.take(2, 1);
    read(table, indexes, again);
    expect(again.hasVectors).toBe(true);
  });

  it('keep an account that exceeds the budget without vectors, and do not read them again with every search', async () => {
    const table = await fill([ana]);
    const indexes = new AccountIndexes(1);
    const index = indexes.take(1, 1);
    read(table, indexes, index);
    expect(index.hasVectors).toBe(false);
    indexes.release(index);
    expect(indexes.take(1, 1)).toBe(index);
  });
});
