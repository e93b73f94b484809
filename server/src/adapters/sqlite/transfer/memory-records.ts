import type { DatabaseSync } from 'node:sqlite';
import type { MemoryRecord } from '../../../ports/records.ts';
import { ingestStateOf, withoutLease } from '../../store-kit/memory-records.ts';
import { toStoredUser } from '../../store-kit/stored-user.ts';
import { toList } from '../../store-kit/to-list.ts';
import { prepare, prepareArrays, readValue } from '../connection/prepare.ts';
import { noteChange, storeVectors } from '../memories/memory-vectors.ts';
import { insertVersions, readVersions } from '../memories/memory-versions.ts';
import { type MemoryRow, toMemory } from '../memories/stored-memory.ts';
import { addFilterKeys, addProjects, deleteRow, type Row, toInsertSql, toRow } from '../memories/write-rows.ts';

/** The columns of `memory` that a record needs. */
interface WholeRow extends MemoryRow {
  seq: number;
  words: string;
  identifiers: string;
  tag_words: string;
  speaker: string | null;
  characters: number;
  ending: string;
  copy_hash: number | null;
  refusals: number;
  interruptions: number;
  pending_since: number;
  leased: 0 | 1;
  import_key: string | null;
}

export function toMemoryRecord(row: WholeRow, accountId: string, db: DatabaseSync): MemoryRecord {
  const { seq, outcome, speaker, characters, ending } = row;
  const readTexts = (sql: string) =>
    prepareArrays<[text: string]>(db, sql)
      .all(seq)
      .map(([text]) => text);
  const index = {
    ...{ speaker, characters, ending, copyHash: row.copy_hash },
    words: toList(row.words),
    identifiers: toList(row.identifiers),
    tagWords: toList(row.tag_words),
    filterKeys: readTexts('SELECT label FROM memory_label WHERE seq = ? ORDER BY label'),
    projects: readTexts('SELECT project FROM memory_project WHERE seq = ? ORDER BY project'),
  };
  const vectors = prepare<{ embedderId: string; scale: number; vector: Uint8Array }>(
    db,
    `SELECT embedder.id AS embedderId, scale, vector FROM memory_vector
     JOIN embedder ON embedder.number = memory_vector.embedder WHERE seq = ? ORDER BY chunk`,
  ).all(seq);
  const tokens = readValue<Uint8Array>(db, 'SELECT tokens FROM memory_token WHERE seq = ?', seq);
  const record = {
    ...{ memory: toMemory(accountId, row), versions: readVersions(db, seq), index, outcome },
    ...{ rejections: row.refusals, crashCount: row.interruptions, pendingSince: row.pending_since },
    vectors: vectors.map(({ vector, ...rest }) => ({ ...rest, values: new Int8Array(vector) })),
    ...(tokens ? { tokens: new Int8Array(tokens) } : {}),
    ...(row.import_key === null ? {} : { importKey: row.import_key }),
  };
  return withoutLease(record, row.leased === 1);
}

export function putMemory(db: DatabaseSync, accountNumber: number, record: MemoryRecord): void {
  const { memory, index } = record;
  const find = 'SELECT seq FROM memory WHERE owner = ? AND id = ?';
  const present = readValue<number>(db, find, accountNumber, memory.id);
  if (present !== undefined) deleteRow(db, accountNumber, present);
  const row = toColumns(accountNumber, record);
  const inserted = prepare(db, toInsertSql(Object.keys(row))).run(...Object.values(row));
  const seq = Number(inserted.lastInsertRowid);
  insertVersions(db, seq, record.versions);
  if (!memory.isArchived) {
    addFilterKeys(db, accountNumber, seq, index.filterKeys);
    addProjects(db, accountNumber, seq, index.projects);
  }
  const { embedderId } = ingestStateOf(record);
  if (embedderId !== null) storeVectors(db, accountNumber, seq, embedderId, record.vectors, record.tokens);
  noteChange(db, accountNumber, seq);
}

/** Builds the columns of a memory from another store. */
function toColumns(accountNumber: number, record: MemoryRecord): Row {
  const { index, outcome, rejections, crashCount } = record;
  const { id, agentId, runId, occurredAt, createdAt, textChangedAt, ...memory } = record.memory;
  const { text, messages, metadata, status, failure, infer, isArchived, extraction, sourceMemoryId } = memory;
  const { entities, version, revision, changedBy, updatedAt, expiresAt, attempts } = memory;
  const { pendingSince, nextAttemptAt } = ingestStateOf(record);
  const user = toStoredUser(memory);
  return {
    ...{ owner: accountNumber, id, agent_id: agentId, run_id: runId },
    ...{ user_id: user.userId, is_end_user: Number(user.isEndUser) },
    ...{ occurred_at: occurredAt, created_at: createdAt, text_changed_at: textChangedAt },
    import_key: record.importKey ?? null,
    ...toRow({
      ...{ text, messages, metadata, status, outcome, failure, infer, isArchived, extraction, sourceMemoryId },
      ...{ entities, version, revision, changedBy, updatedAt, expiresAt, attempts, rejections, crashCount },
      ...{ pendingSince, nextAttemptAt },
      ...{ textIndex: index, tagWords: index.tagWords },
    }),
  };
}
