import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { MemoryRecord } from '../../../ports/records.ts';
import { ingestStateOf, withoutLease } from '../../store-kit/memory-records.ts';
import { toList } from '../../store-kit/to-list.ts';
import { prepare } from '../connection/prepare.ts';
import { type MemoryRow, toMemory } from '../memories/memory-row.ts';
import { noteChange, storeVectors } from '../memories/memory-vectors.ts';
import { addLabels, addProjects, deleteRow, indexWords } from '../memories/write-rows.ts';

/** A row of `memory` with all its columns. */
export interface WholeRow extends MemoryRow {
  seq: number;
  revision: number;
  words: string;
  tag_words: string;
  speaker: string | null;
  characters: number;
  ending: string;
  copy_hash: number | null;
  refusals: number;
  interruptions: number;
  pending_since: number;
  leased: 0 | 1;
}

export function toMemoryRecord(row: WholeRow, accountId: string, db: DatabaseSync): MemoryRecord {
  const { seq, revision, outcome, refusals, interruptions, speaker, characters, ending } = row;
  const texts = (sql: string) =>
    prepare(db, sql)
      .all(seq)
      .map(({ text }) => String(text));
  const index = {
    ...{ speaker, characters, ending, copyHash: row.copy_hash },
    words: toList(row.words),
    tagWords: toList(row.tag_words),
    labels: texts('SELECT label AS text FROM memory_label WHERE seq = ? ORDER BY label'),
    projects: texts('SELECT project AS text FROM memory_project WHERE seq = ? ORDER BY project'),
  };
  const vectors = prepare(
    db,
    `SELECT embedder.id AS embedderId, scale, vector FROM memory_vector
     JOIN embedder ON embedder.number = memory_vector.embedder WHERE seq = ? ORDER BY chunk`,
  ).all(seq) as { embedderId: string; scale: number; vector: Uint8Array }[];
  const record = {
    ...{ memory: toMemory(accountId, row), index, revision, outcome, refusals, interruptions },
    pendingSince: row.pending_since,
    vectors: vectors.map(({ vector, ...rest }) => ({ ...rest, values: new Int8Array(vector) })),
  };
  return withoutLease(record, row.leased === 1);
}

/** Made with the first record: all records have the same columns. */
let insertSql: string | undefined;

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`;
}

export function putMemory(db: DatabaseSync, owner: number, record: MemoryRecord): void {
  const { memory, index } = record;
  const present = prepare(db, 'SELECT seq FROM memory WHERE owner = ? AND id = ?').get(owner, memory.id);
  if (present) deleteRow(db, owner, Number(present['seq']));
  const columns = toColumns(owner, record);
  insertSql ??= insertInto('memory', Object.keys(columns));
  const seq = Number(prepare(db, insertSql).run(columns).lastInsertRowid);
  if (!memory.isAside) {
    indexWords(db, owner, seq, [...index.words, ...index.tagWords]);
    addLabels(db, owner, seq, index.labels);
    addProjects(db, owner, seq, index.projects);
  }
  const { embedderId } = ingestStateOf(record);
  if (embedderId !== null) {
    const vectors = record.vectors.map(({ scale, values: { buffer, byteOffset, byteLength } }) => ({
      scale,
      values: new Uint8Array(buffer, byteOffset, byteLength),
    }));
    storeVectors(db, owner, seq, embedderId, vectors);
  }
  noteChange(db, owner, seq);
}

const columns = new Map<string, string>();

/** The name in snake case. */
function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) {
    column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(field, column);
  }
  return column;
}

/** Columns have the names of the fields in snake case; what is no number or text is JSON. */
function toColumns(owner: number, record: MemoryRecord): Record<string, SQLInputValue> {
  const { ownerId: _, isAside, failure, ...memory } = record.memory;
  const { labels: _labels, projects: _projects, words, tagWords, ...index } = record.index;
  const { revision, outcome, refusals, interruptions } = record;
  const { pendingSince, nextAttemptAt } = ingestStateOf(record);
  const fields = {
    ...{ owner, ...memory, ...index, revision, outcome, refusals, interruptions, pendingSince, nextAttemptAt },
    ...{ aside: isAside, failureCode: failure?.code ?? null, failureMessage: failure?.message ?? null },
    ...{ words: words.join(' '), wordCount: words.length, tagWords: tagWords.join(' ') },
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      columnOf(name),
      typeof value === 'boolean' ? Number(value) : typeof value === 'object' && value ? JSON.stringify(value) : value,
    ]),
  );
}
