import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { MemoryRecord } from '../../../ports/records.ts';
import { ingestStateOf, withoutLease } from '../../store-kit/memory-records.ts';
import { toList } from '../../store-kit/to-list.ts';
import { prepare, prepareArrays, readValue } from '../connection/prepare.ts';
import { type MemoryRow, toMemory } from '../memories/memory-row.ts';
import { noteChange, storeVectors } from '../memories/memory-vectors.ts';
import { addFilterKeys, addProjects, deleteRow, indexWords } from '../memories/write-rows.ts';

/** Has the columns of `memory` that a record needs. */
interface WholeRow extends MemoryRow {
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
  const { seq, revision, outcome, speaker, characters, ending } = row;
  const readTexts = (sql: string) =>
    prepareArrays<[text: string]>(db, sql)
      .all(seq)
      .map(([text]) => text);
  const index = {
    ...{ speaker, characters, ending, copyHash: row.copy_hash },
    words: toList(row.words),
    tagWords: toList(row.tag_words),
    filterKeys: readTexts('SELECT label FROM memory_label WHERE seq = ? ORDER BY label'),
    projects: readTexts('SELECT project FROM memory_project WHERE seq = ? ORDER BY project'),
  };
  const vectors = prepare<{ embedderId: string; scale: number; vector: Uint8Array }>(
    db,
    `SELECT embedder.id AS embedderId, scale, vector FROM memory_vector
     JOIN embedder ON embedder.number = memory_vector.embedder WHERE seq = ? ORDER BY chunk`,
  ).all(seq);
  const record = {
    ...{ memory: toMemory(accountId, row), index, revision, outcome },
    ...{ rejections: row.refusals, crashCount: row.interruptions, pendingSince: row.pending_since },
    vectors: vectors.map(({ vector, ...rest }) => ({ ...rest, values: new Int8Array(vector) })),
  };
  return withoutLease(record, row.leased === 1);
}

export function putMemory(db: DatabaseSync, accountNumber: number, record: MemoryRecord): void {
  const { memory, index } = record;
  const find = 'SELECT seq FROM memory WHERE owner = ? AND id = ?';
  const present = readValue<number>(db, find, accountNumber, memory.id);
  if (present !== undefined) deleteRow(db, accountNumber, present);
  const row = toRow(accountNumber, record);
  const names = Object.keys(row);
  const insert = `INSERT INTO memory (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`;
  const seq = Number(prepare(db, insert).run(row).lastInsertRowid);
  if (!memory.isArchived) {
    indexWords(db, accountNumber, seq, [...index.words, ...index.tagWords]);
    addFilterKeys(db, accountNumber, seq, index.filterKeys);
    addProjects(db, accountNumber, seq, index.projects);
  }
  const { embedderId } = ingestStateOf(record);
  if (embedderId !== null) {
    const vectors = record.vectors.map(({ scale, values: { buffer, byteOffset, byteLength } }) => ({
      scale,
      values: new Uint8Array(buffer, byteOffset, byteLength),
    }));
    storeVectors(db, accountNumber, seq, embedderId, vectors);
  }
  noteChange(db, accountNumber, seq);
}

type Columns = Exclude<keyof WholeRow, 'seq' | 'leased'> | 'owner' | 'word_count';

function toRow(accountNumber: number, record: MemoryRecord): Record<Columns, SQLInputValue> {
  const { memory, index, revision, outcome } = record;
  const { pendingSince, nextAttemptAt } = ingestStateOf(record);
  return {
    ...{ owner: accountNumber, id: memory.id, user_id: memory.userId, agent_id: memory.agentId, run_id: memory.runId },
    text: memory.text,
    messages: memory.messages && JSON.stringify(memory.messages),
    metadata: JSON.stringify(memory.metadata),
    status: memory.status,
    outcome,
    failure_code: memory.failure?.code ?? null,
    failure_message: memory.failure?.message ?? null,
    infer: Number(memory.infer),
    aside: Number(memory.isArchived),
    extraction: memory.extraction && JSON.stringify(memory.extraction),
    source_memory_id: memory.sourceMemoryId,
    entities: JSON.stringify(memory.entities),
    words: index.words.join(' '),
    word_count: index.words.length,
    tag_words: index.tagWords.join(' '),
    ...{ speaker: index.speaker, characters: index.characters, ending: index.ending, copy_hash: index.copyHash },
    version: memory.version,
    revision,
    occurred_at: memory.occurredAt,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
    text_changed_at: memory.textChangedAt,
    attempts: memory.attempts,
    refusals: record.rejections,
    interruptions: record.crashCount,
    pending_since: pendingSince,
    next_attempt_at: nextAttemptAt,
  };
}
