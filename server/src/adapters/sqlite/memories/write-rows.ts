import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ImportSource, InsertChange, MemoryIndex, TextIndex } from '../../../ports/memory-store.ts';
import type { InsertOutline, MemoryColumns, RowPatch, StoredMemory } from '../../store-kit/memory-transitions.ts';
import type { QuantizedVector } from '../../store-kit/quantize.ts';
import { toStoredUser } from '../../store-kit/stored-user.ts';
import { noteErasure } from '../connection/erasures.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import { isLive, type ReadAt } from './expiry.ts';
import { dropVectors, noteChange, storeVectors } from './memory-vectors.ts';
import { insertVersions, keepVersion } from './memory-versions.ts';
import { actorToText } from './stored-actor.ts';

export interface StoredRow extends StoredMemory {
  seq: number;
}

type FoundRow = [
  seq: number,
  userId: string,
  isEndUser: 0 | 1,
  version: number,
  revision: number,
  status: StoredRow['status'],
  outcome: StoredRow['outcome'],
  infer: 0 | 1,
  isArchived: 0 | 1,
  tagWords: string,
  embedderId: string | null,
];

/**
 * Reads a memory without its words: a search reads them from the row, so no patch needs them.
 * @param expired whether only an expired memory is found, instead of only one that has not expired
 */
export function findRow(
  db: DatabaseSync,
  accountNumber: number,
  id: string,
  { readAt, expired = false }: ReadAt & { expired?: boolean | undefined },
): StoredRow | undefined {
  // Every change reads its row. An array takes half the time of an object.
  const found = prepareArrays<FoundRow>(
    db,
    `SELECT seq, user_id, is_end_user, version, revision, status, outcome, infer, aside, tag_words,
       (SELECT id FROM embedder WHERE number = memory.embedder)
     FROM memory WHERE owner = ? AND id = ? AND ${expired ? 'expires_at <= ?' : isLive}`,
  ).get(accountNumber, id, readAt);
  if (!found) return undefined;
  const [seq, userId, isEndUser, version, revision, status, outcome, infer, isArchived, tagWords, embedderId] = found;
  return {
    ...{ seq, id, userId, isEndUser: isEndUser === 1, version, revision, status, outcome, infer: infer === 1 },
    ...{ isArchived: isArchived === 1, words: '', identifiers: '', tagWords, embedderId },
  };
}

/** The statement is built once, because all new rows have the same columns. */
let insertSql: string | undefined;

export function toInsertSql(columns: readonly string[]): string {
  return `INSERT INTO memory (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** A new memory with its row, without the account. */
export interface RowInsert extends InsertOutline {
  index: Pick<MemoryIndex, 'filterKeys' | 'projects'>;
  imported: ImportSource | undefined;
  row: Row;
}

export function toRowInsert({ kind, memory, index, imported }: InsertChange, traceParent: string | null): RowInsert {
  const { userId, endUserId, isArchived, createdAt } = memory;
  // For an imported memory, only the time of its ingest shows how long it has been waiting.
  const dueAt = memory.nextAttemptAt ?? createdAt;
  const user = toStoredUser(memory);
  const { filterKeys, projects } = isArchived ? { filterKeys: [], projects: [] } : index;
  const row = {
    id: memory.id,
    user_id: user.userId,
    is_end_user: Number(user.isEndUser),
    agent_id: memory.agentId,
    run_id: memory.runId,
    text: memory.text,
    messages: memory.messages && JSON.stringify(memory.messages),
    metadata: JSON.stringify(memory.metadata),
    status: isArchived ? 'ready' : 'pending',
    outcome: memory.outcome,
    aside: Number(isArchived),
    extraction: memory.extraction && JSON.stringify(memory.extraction),
    ...textColumns(index),
    tag_words: index.tagWords.join(' '),
    version: memory.version,
    changed_by: actorToText(memory.changedBy),
    occurred_at: memory.occurredAt,
    created_at: createdAt,
    updated_at: memory.updatedAt,
    expires_at: memory.expiresAt,
    text_changed_at: memory.textChangedAt,
    pending_since: dueAt,
    attempts: 0,
    next_attempt_at: isArchived ? null : dueAt,
    infer: Number(memory.infer),
    source_memory_id: memory.sourceMemoryId,
    trace_parent: traceParent,
    import_key: imported?.key ?? null,
  };
  return { kind, memory: { userId, endUserId, isArchived }, index: { filterKeys, projects }, imported, row };
}

/** Whether a row of the account has the id or the import key. */
export function isTaken(db: DatabaseSync, accountNumber: number, { row, imported }: RowInsert): boolean {
  if (!imported) return false;
  const sql =
    'SELECT 1 FROM memory WHERE owner = ?1 AND id = ?2 UNION ALL SELECT 1 FROM memory WHERE owner = ?1 AND import_key = ?3';
  return prepare(db, sql).get(accountNumber, row['id'] as string, imported.key) !== undefined;
}

export function insertRow(db: DatabaseSync, accountNumber: number, { row, index, imported }: RowInsert): void {
  insertSql ??= toInsertSql(['owner', ...Object.keys(row)]);
  const { lastInsertRowid } = prepare(db, insertSql).run(accountNumber, ...Object.values(row));
  const seq = Number(lastInsertRowid);
  addFilterKeys(db, accountNumber, seq, index.filterKeys);
  addProjects(db, accountNumber, seq, index.projects);
  if (imported) insertVersions(db, seq, imported.versions);
  noteChange(db, accountNumber, seq);
}

export function patchRow(
  db: DatabaseSync,
  accountNumber: number,
  seq: number,
  { set, replaced, rejections = 0, vectors }: RowPatch<QuantizedVector>,
): void {
  if (replaced) keepVersion(db, seq, replaced);
  const row = toRow(set);
  const assignments = Object.keys(row).map((name) => `${name} = ?`);
  const values = Object.values(row);
  if (rejections > 0) {
    assignments.push('refusals = refusals + ?');
    values.push(rejections);
  }
  if (assignments.length > 0) {
    prepare(db, `UPDATE memory SET ${assignments.join(', ')} WHERE seq = ?`).run(...values, seq);
  }
  const { text, metadata, terms, filterKeys, projects } = set;
  if (text !== undefined || metadata) noteErasure(db);
  if (filterKeys) replaceNames(db, nameTables.filterKeys, { accountNumber, seq }, filterKeys);
  if (projects) replaceNames(db, nameTables.projects, { accountNumber, seq }, projects);
  if (vectors === null) dropVectors(db, seq);
  else if (vectors) storeVectors(db, accountNumber, seq, vectors.embedderId, vectors.values, vectors.tokens);
  const isIndexed = filterKeys || terms || vectors !== undefined || set.version !== undefined;
  if (isIndexed) noteChange(db, accountNumber, seq);
}

/** Deletes a memory with its versions and vectors. */
export function deleteRow(db: DatabaseSync, accountNumber: number, seq: number): void {
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(seq);
  prepare(db, 'DELETE FROM memory WHERE seq = ?').run(seq);
  noteErasure(db);
  noteChange(db, accountNumber, seq);
}

export function addFilterKeys(
  db: DatabaseSync,
  accountNumber: number,
  seq: number,
  filterKeys: readonly string[],
): void {
  const insert = prepare(db, nameTables.filterKeys.insert);
  for (const filterKey of filterKeys) insert.run(accountNumber, filterKey, seq);
}

export function addProjects(db: DatabaseSync, accountNumber: number, seq: number, projects: readonly string[]): void {
  const insert = prepare(db, nameTables.projects.insert);
  for (const project of projects) insert.run(accountNumber, project, seq);
}

/** The statements of the tables with the names of memories, one in each row. */
const nameTables = {
  filterKeys: toNameStatements('memory_label', 'label'),
  projects: toNameStatements('memory_project', 'project'),
};

function toNameStatements(table: string, column: string) {
  return {
    read: `SELECT ${column} FROM ${table} WHERE seq = ?`,
    insert: `INSERT INTO ${table} (owner, ${column}, seq) VALUES (?, ?, ?)`,
    remove: `DELETE FROM ${table} WHERE owner = ? AND ${column} = ? AND seq = ?`,
  };
}

/** Replaces the names of a memory. Usually most of them stay, and each row that is written costs two index entries. */
function replaceNames(
  db: DatabaseSync,
  { read, insert, remove }: ReturnType<typeof toNameStatements>,
  { accountNumber, seq }: { accountNumber: number; seq: number },
  names: readonly string[],
): void {
  const former = new Set(
    prepareArrays<[name: string]>(db, read)
      .all(seq)
      .map(([name]) => name),
  );
  for (const name of names) if (!former.delete(name)) prepare(db, insert).run(accountNumber, name, seq);
  for (const name of former) prepare(db, remove).run(accountNumber, name, seq);
}

export type Row = Record<string, SQLInputValue>;

function textColumns({ words, identifiers, speaker, characters, ending, copyHash }: TextIndex) {
  return {
    words: words.join(' '),
    identifiers: identifiers.join(' '),
    word_count: words.length,
    speaker,
    characters,
    ending,
    copy_hash: copyHash,
  };
}

type ColumnWriters = { [Column in keyof MemoryColumns]: (value: MemoryColumns[Column]) => Row };

const nowhere = (): Row => ({});

/**
 * Maps the columns of the kit to those of `memory`. Filter keys and projects have their own tables; terms are the words,
 * identifiers and tag words.
 */
const writers: ColumnWriters = {
  text: (text) => ({ text }),
  textIndex: textColumns,
  messages: (messages) => ({ messages: messages && JSON.stringify(messages) }),
  metadata: (metadata) => ({ metadata: JSON.stringify(metadata) }),
  tagWords: (words) => ({ tag_words: words.join(' ') }),
  filterKeys: nowhere,
  projects: nowhere,
  terms: nowhere,
  status: (status) => ({ status }),
  outcome: (outcome) => ({ outcome }),
  failure: (failure) => ({ failure_code: failure?.code ?? null, failure_message: failure?.message ?? null }),
  infer: (infer) => ({ infer: Number(infer) }),
  isArchived: (aside) => ({ aside: Number(aside) }),
  extraction: (extraction) => ({ extraction: extraction && JSON.stringify(extraction) }),
  sourceMemoryId: (id) => ({ source_memory_id: id }),
  entities: (entities) => ({ entities: JSON.stringify(entities) }),
  version: (version) => ({ version }),
  revision: (revision) => ({ revision }),
  changedBy: (actor) => ({ changed_by: actorToText(actor) }),
  updatedAt: (at) => ({ updated_at: at }),
  expiresAt: (at) => ({ expires_at: at }),
  textChangedAt: (at) => ({ text_changed_at: at }),
  attempts: (attempts) => ({ attempts }),
  rejections: (rejections) => ({ refusals: rejections }),
  crashCount: (crashCount) => ({ interruptions: crashCount }),
  isLeased: () => ({ leased: 0 }),
  nextAttemptAt: (at) => ({ next_attempt_at: at }),
  pendingSince: (at) => ({ pending_since: at }),
  traceParent: (trace_parent) => ({ trace_parent }),
};

export function toRow(set: Partial<MemoryColumns>): Row {
  const row: Row = {};
  for (const [column, value] of Object.entries(set)) {
    Object.assign(row, writers[column as keyof MemoryColumns](value as never));
  }
  return row;
}
