import type { DatabaseSync } from 'node:sqlite';
import {
  type CopyTarget,
  embedderOf,
  isNewer,
  type MemoryRecord,
  type MemoryState,
  type RequestDayRecord,
  requestsIn,
} from '../../../ports/store-copy.ts';
import { accountWrites } from '../accounts/account-writes.ts';
import { ownerNumber } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { noteChange, storeVectors } from '../memories/memory-vectors.ts';
import { addLabels, addProjects, deleteRow, indexWords } from '../memories/write-rows.ts';
import { requestColumns, toRequestValues } from '../requests/request-log-writes.ts';

type CopyWrites = Pick<CopyTarget, 'putAccount' | 'putKeys' | 'putMemories' | 'putMonths' | 'putRequests' | 'putDays'>;

export function createCopyWrites(db: DatabaseSync): CopyWrites {
  async function inTransaction<Result>(work: () => Result): Promise<Result> {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(db);
      throw error;
    }
  }

  return {
    putAccount: ({ account, passwordHash }) =>
      inTransaction(() => {
        if (prepare(db, 'SELECT 1 FROM account WHERE id = ?').get(account.id)) return 'present';
        if (accountWrites.createAccount(db, { account, passwordHash }) === 'created') return 'written';
        throw new Error(`the e-mail or phone of ${account.id} belongs to another account`);
      }),

    putKeys: (ownerId, keys) =>
      inTransaction(() => {
        for (const { key, hash } of keys) {
          if (!prepare(db, 'SELECT 1 FROM api_key WHERE id = ?').get(key.id)) {
            accountWrites.createKey(db, { key: { ...key, accountId: ownerId }, hash });
            continue;
          }
          prepare(
            db,
            `UPDATE api_key SET revoked_at = min(coalesce(revoked_at, ?1), coalesce(?1, revoked_at)),
               last_used_at = max(coalesce(last_used_at, ?2), coalesce(?2, last_used_at)) WHERE id = ?3`,
          ).run(key.revokedAt, key.lastUsedAt, key.id);
        }
      }),

    putMemories: (ownerId, records) =>
      inTransaction(() => {
        const owner = ownerNumber(db, ownerId);
        return records.filter((record) => putMemory(db, owner, record)).length;
      }),

    putMonths: (ownerId, months) =>
      inTransaction(() => {
        const owner = ownerNumber(db, ownerId);
        const put = prepare(
          db,
          `INSERT INTO usage_month (owner, month, memory_writes, memory_searches) VALUES (?, ?, ?, ?)
           ON CONFLICT (owner, month) DO UPDATE SET memory_writes = max(memory_writes, excluded.memory_writes),
             memory_searches = max(memory_searches, excluded.memory_searches)`,
        );
        for (const { month, memoryWrites, memorySearches } of months)
          put.run(owner, month, memoryWrites, memorySearches);
      }),

    putRequests: (ownerId, rows) =>
      inTransaction(() => {
        const owner = ownerNumber(db, ownerId);
        const put = prepare(
          db,
          `INSERT INTO request_log (${requestColumns})
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
           WHERE NOT EXISTS (SELECT 1 FROM request_log WHERE owner = ?1 AND created_at = ?3 AND id = ?2)`,
        );
        let written = 0;
        for (const row of rows) written += Number(put.run(...toRequestValues(owner, row)).changes);
        return written;
      }),

    putDays: (ownerId, days) =>
      inTransaction(() => {
        const owner = ownerNumber(db, ownerId);
        for (const day of days) putDay(db, owner, day);
      }),
  };
}

/** Whether it was written: what is there and not older stays. */
function putMemory(db: DatabaseSync, owner: number, record: MemoryRecord): boolean {
  const known = prepare(db, 'SELECT seq, id, version, revision, status FROM memory WHERE owner = ? AND id = ?').get(
    owner,
    record.id,
  ) as unknown as (MemoryState & { seq: number }) | undefined;
  if (known) {
    if (!isNewer(record, known)) return false;
    deleteRow(db, owner, known.seq);
  }
  const { memory, index, outcome } = record;
  const { lastInsertRowid } = prepare(
    db,
    `INSERT INTO memory (owner, id, user_id, agent_id, run_id, text, messages, metadata, status, outcome, failure_code,
       failure_message, infer, aside, extraction, source_memory_id, entities, words, word_count, speaker, characters,
       ending, copy_hash, tag_words, version, revision, occurred_at, created_at, updated_at, text_changed_at,
       pending_since, attempts, refusals, interruptions, next_attempt_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    owner,
    memory.id,
    memory.userId,
    memory.agentId,
    memory.runId,
    memory.text,
    memory.messages && JSON.stringify(memory.messages),
    JSON.stringify(memory.metadata),
    memory.status,
    outcome,
    memory.failure?.code ?? null,
    memory.failure?.message ?? null,
    Number(memory.infer),
    Number(memory.isAside),
    memory.extraction && JSON.stringify(memory.extraction),
    memory.sourceMemoryId,
    JSON.stringify(memory.entities),
    index.words.join(' '),
    index.words.length,
    index.speaker,
    index.characters,
    index.ending,
    index.copyHash,
    index.tagWords.join(' '),
    memory.version,
    record.revision,
    memory.occurredAt,
    memory.createdAt,
    memory.updatedAt,
    memory.textChangedAt,
    record.pendingSince ?? memory.textChangedAt ?? memory.createdAt,
    memory.attempts,
    record.refusals,
    record.interruptions,
    memory.status === 'pending' ? (memory.nextAttemptAt ?? record.pendingSince ?? memory.createdAt) : null,
  );
  const seq = Number(lastInsertRowid);
  if (!memory.isAside) {
    indexWords(db, owner, seq, [...index.words, ...index.tagWords]);
    addLabels(db, owner, seq, index.labels);
    addProjects(db, owner, seq, index.projects);
  }
  if (memory.status === 'ready' && !memory.isAside) {
    const vectors = record.vectors.map(({ scale, values }) => ({
      scale,
      values: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    }));
    storeVectors(db, owner, seq, embedderOf(record), vectors);
  }
  noteChange(db, owner, seq);
  return true;
}

function putDay(db: DatabaseSync, owner: number, day: RequestDayRecord): void {
  const { statuses } = day;
  prepare(
    db,
    `INSERT INTO request_day VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
     ON CONFLICT (owner, day, operation) DO UPDATE SET status_2xx = ?4, status_3xx = ?5, status_4xx = ?6, status_5xx = ?7,
       memory_writes = ?8, memory_searches = ?9, latencies = ?10
     WHERE status_2xx + status_3xx + status_4xx + status_5xx < ?11`,
  ).run(
    owner,
    day.day,
    day.operation,
    ...[statuses[2], statuses[3], statuses[4], statuses[5]],
    day.memoryWrites,
    day.memorySearches,
    new Uint8Array(Uint32Array.from(day.latencies).buffer),
    requestsIn(day),
  );
}
