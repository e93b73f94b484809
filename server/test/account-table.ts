/** A table of memories that tests change between the steps of a read, and what an index of it must hold. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../src/adapters/sqlite/connection/open-database.ts';
import type { AccountIndex } from '../src/adapters/sqlite/search/account-index.ts';
import { findCandidates } from '../src/adapters/sqlite/search/candidates.ts';
import { noCosine } from '../src/adapters/sqlite/search/vector-matrix.ts';
import { type CandidateRow, toCandidates } from '../src/adapters/store-kit/to-candidates.ts';
import type { Candidate } from '../src/ports/candidate-index.ts';
import { addAccount } from './account-steps.ts';
import { makeAccount } from './make-account.ts';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from './make-index.ts';
import { makePendingMemory, runToEnd } from './make-memory.ts';
import { openSqliteStores, type SqliteStores } from './open-stores.ts';
import { temporaryDirectory } from './process/spawn-server.ts';
import { changeMemory, claimAll, completeClaims, insertMemory, removeMemory, unlimited } from './store-steps.ts';

export const slices = { rows: 3, characters: 1_000, vectors: 4, changes: 3 };
export const embedderId = 'test-embedder@1';
const query = Float32Array.of(0.6, 0.8, 0, 0);
export const vector = { embedderId, values: query };
export const space = { embedderId, dimensions: query.length };
export const ana = 'acct_ana';
let count = 0;

export interface Table {
  store: SqliteStores;
  db: DatabaseSync;
  /** The ids of Ana's memories. */
  ids: string[];
}

/** Creates a store, and a second connection that reads it step by step. */
export async function createTable(): Promise<Table> {
  const directory = temporaryDirectory();
  const store = await openSqliteStores(directory, { now: () => 0 });
  const db = openDatabase(join(directory, 'mnema.db'), { readOnly: true });
  onTestFinished(async () => {
    db.close();
    await store.close();
  });
  for (const id of [ana, 'acct_bo']) await addAccount(store.records, makeAccount(id));
  return { store, db, ids: [] };
}

function vectorOf(number: number): Float32Array {
  const angle = number * 0.7;
  return Float32Array.of(Math.cos(angle), Math.sin(angle) / 2, Math.sin(angle) / 2, Math.SQRT1_2 * Math.sin(angle));
}

/** The time at which tests compare. It passes with each memory and each vector. */
export const now = () => count;
const isLive = () => `(expiresAt IS NULL OR expiresAt > ${now()})`;

/** Every third memory is a message, every fourth has an id of another form, and every fifth expires some time later. */
export async function add({ store, ids }: Table, accountId = ana): Promise<void> {
  const number = ++count;
  const id = number % 4 === 0 ? `mem_${number}` : `mem_${String(number).padStart(26, '0')}`;
  const runId = number % 3 === 0 ? 'monday' : null;
  const expiresAt = number % 5 === 2 ? number + 25 : null;
  const agentId = `agent-${number % 2}`;
  const changes = { id, accountId, userId: accountId, agentId, runId, occurredAt: number, expiresAt };
  const index = makeIndex(wordsOf(number), {
    identifiers: number % 4 === 1 ? `§b7 §b${number % 3}` : '',
    tagWords: number % 2 === 0 ? 'harbor w1' : '',
    speaker: runId && (['Ana', 'Bo', ''][number % 3] as string),
    ending: ['', '?', '😀'][number % 3] as string,
    copyHash: number % 2 === 0 ? 4_294_967_295 - number : null,
    characters: number,
  });
  await insertMemory(store.memories, makePendingMemory('boat', 0, changes), index, unlimited);
  if (accountId === ana) ids.push(id);
}

function wordsOf(number: number): string[] {
  return Array.from({ length: number % 6 }, (_, at) => `w${(number * (at + 1)) % 7}`);
}

/** Completes all pending memories, each with one to three vectors. */
export async function finish({ store }: Table, embedder = embedderId): Promise<void> {
  const claims = await claimAll(store.memories, { now: 10, leaseMs: 1 });
  const results = claims.map((claim) => {
    const vectors = Array.from({ length: 1 + (count % 3) }, () => vectorOf(++count));
    const entities = [{ name: `Name ${count % 3}`, kind: 'name' as const }].slice(count % 2);
    return { claim, embedderId: embedder, vectors, entities };
  });
  await completeClaims(store.memories, results);
}

export async function remove({ store, ids }: Table, at: number): Promise<void> {
  const [id] = ids.splice(at % Math.max(1, ids.length), 1);
  if (id) await removeMemory(store.memories, ana, id);
}

async function rewrite({ store, ids }: Table, at: number): Promise<void> {
  const memory = await store.memories.get(ana, ids[at % Math.max(1, ids.length)] ?? '');
  if (!memory) return;
  const { id, version } = memory;
  // Some changes are of the metadata only.
  const text = at % 3 === 0 ? null : { ...makeTextIndex(['sea', 'w2']), text: 'sea', nextAttemptAt: 0 };
  const index = at % 2 === 0 ? emptyMetadataIndex : { ...emptyMetadataIndex, tagWords: 'sea' };
  const change = { accountId: ana, id, expectedVersion: version, at: at * 5, metadata: {}, index };
  await changeMemory(store.memories, { ...change, text }, unlimited);
}

/** Changes the table in a way that depends on the number. */
export async function happen(table: Table, number: number): Promise<void> {
  if (number % 5 === 0) await add(table);
  else if (number % 5 === 1) await remove(table, number * 7);
  else if (number % 5 === 2) await rewrite(table, number * 11);
  else if (number % 5 === 3) await add(table, 'acct_bo');
  else await finish(table);
}

export function inTransaction<Result>({ db }: Table, work: () => Result): Result {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}

/** Computes the best cosine of each memory with vectors from the table alone. */
export function expected({ db }: Table, embedder = embedderId): Record<number, number> {
  const best: Record<number, number> = {};
  const sql = `SELECT seq, scale, vector FROM memory_vectors JOIN memories USING (accountId, seq)
    WHERE accountId = 1 AND memory_vectors.embedderId = '${embedder}' AND ${isLive()}`;
  const rows = db.prepare(sql).all() as { seq: number; scale: number; vector: Uint8Array }[];
  for (const { seq, scale, vector } of rows) {
    const values = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
    const cosine = values.reduce((sum, value, at) => sum + value * scale * (query[at] as number), 0);
    best[seq] = Math.max(best[seq] ?? noCosine, cosine);
  }
  return Object.fromEntries(Object.entries(best).map(([seq, cosine]) => [seq, expect.closeTo(cosine, 4)]));
}

export function bySeq(index: AccountIndex, cosines: Float32Array = new Float32Array(0)): Record<number, number> {
  const pairs = [...cosines.entries()].filter(([, cosine]) => cosine !== noCosine);
  return Object.fromEntries(pairs.map(([ordinal, cosine]) => [index.ordinals.seqAt(ordinal), cosine]));
}

export const words = ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'sea', 'harbor', 'nothing'];
const identifiers = ['§b0', '§b1', '§b7'];
const names = ['name 0', 'name 1', 'name 2'];

const anyPosition = { run: 0, position: 0 };

/** Leaves out of a candidate what depends on other memories. */
function comparable({ message, isContext: _, cosine: __, ...rest }: Candidate): object {
  return { ...rest, speaker: message?.speaker ?? null };
}

/** Makes the candidates that a search with all words and names must find, from the table alone. */
function expectedCandidates({ db }: Table): Map<string, object> {
  const rows = db
    .prepare(`SELECT * FROM memories WHERE visibleTo = 1 AND ${isLive()}`)
    .all() as unknown as CandidateRow[];
  const toCandidate = toCandidates({ words, identifiers, entities: names });
  const columns = rows.map((row): [string, object] => {
    const found = { cosine: null, message: typeof row.speaker === 'string' ? anyPosition : null, isContext: false };
    return [row.id, comparable(toCandidate(row, found))];
  });
  return new Map(columns);
}

/** Returns the candidates that the index finds. */
function foundCandidates({ db }: Table, index: AccountIndex): Map<string, object> {
  const { ordinals } = index;
  const view = runToEnd(ordinals.view(db, { accountId: ana })).result;
  const everything = { times: [{ from: 0, to: 1e9 }], timesAreAll: true, limit: 1_000 };
  const query = { scope: { accountId: ana }, words, identifiers, entities: names, vector: null, ...everything };
  const frequencies = index.words.frequencies([...words, ...identifiers], null);
  const signals = { ordinals, view, words: index.words, frequencies, cosines: null };
  return new Map(findCandidates(db, query, signals).map((candidate) => [candidate.id, comparable(candidate)]));
}

/** Counts from the table alone the memories that hold each word or are tagged with it, within a view or everywhere. */
export function expectedFrequencies({ db }: Table, agentId?: string): number[] {
  const sql = `SELECT ' ' || words || ' ' || tagWords || ' ' AS held, agentId FROM memories
    WHERE visibleTo = 1 AND ${isLive()}`;
  const rows = db.prepare(sql).all() as { held: string; agentId: string }[];
  const seen = rows.filter((row) => agentId === undefined || row.agentId === agentId);
  return words.map((word) => seen.filter(({ held }) => held.includes(` ${word} `)).length);
}

/** Compares everything that the index holds with the table. */
export function expectTable(table: Table, index: AccountIndex): void {
  index.expire(now());
  expect(visible(index, table.db)).toEqual(ofTable(table));
  const { mask } = runToEnd(index.ordinals.view(table.db, { accountId: ana })).result;
  expect(bySeq(index, index.vectorsOf(embedderId)?.cosines(mask, vector.values))).toEqual(expected(table));
  expect(foundCandidates(table, index)).toEqual(expectedCandidates(table));
  expect(index.words.frequencies(words, null)).toEqual(expectedFrequencies(table));
  expect(index.words.frequencies(words, mask)).toEqual(expectedFrequencies(table));
  const agent = runToEnd(index.ordinals.view(table.db, { accountId: ana, agentId: 'agent-1' })).result;
  expect(index.words.frequencies(words, agent.mask)).toEqual(expectedFrequencies(table, 'agent-1'));
}

export function ofTable({ db }: Table): number[] {
  return db
    .prepare(`SELECT seq FROM memories WHERE accountId = 1 AND ${isLive()} ORDER BY seq`)
    .all()
    .map(({ seq }) => seq as number);
}

export function visible(index: AccountIndex, db: DatabaseSync): number[] {
  const { mask } = runToEnd(index.ordinals.view(db, { accountId: ana })).result;
  return [...mask.keys()].filter((ordinal) => mask[ordinal] === 1).map((ordinal) => index.ordinals.seqAt(ordinal));
}
