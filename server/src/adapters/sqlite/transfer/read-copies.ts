import type { DatabaseSync } from 'node:sqlite';
import { foldEmail } from '../../../ports/fold-email.ts';
import type { MemoryOutcome } from '../../../ports/memory-store.ts';
import { latencySteps } from '../../../ports/request-log.ts';
import type {
  AccountRecord,
  CopySource,
  MemoryRecord,
  MemoryState,
  MonthRecord,
  RequestDayRecord,
  RequestRecord,
  VectorRecord,
} from '../../../ports/store-copy.ts';
import { toList } from '../../store-kit/to-list.ts';
import {
  type AccountRow,
  accountColumns,
  type KeyRow,
  keyColumns,
  toAccount,
  toKey,
} from '../accounts/account-rows.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { type MemoryRow, memoryColumns, toMemory } from '../memories/memory-row.ts';
import type { DayRow } from '../requests/read-requests.ts';
import { addLatencies } from '../requests/request-log-writes.ts';

/** What the memory store does not show of a row. */
interface InnerRow {
  seq: number;
  revision: number;
  stored_outcome: MemoryOutcome | null;
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

const innerColumns = `seq, revision, outcome AS stored_outcome, words, tag_words, speaker, characters, ending, copy_hash,
  refusals, interruptions, pending_since, leased`;

const requestColumns = `id, created_at AS createdAt, method, path, operation, source, status_code AS statusCode,
  latency_ms AS latencyMs, key_id AS keyId, key_prefix AS keyPrefix, metered, number AS "order"`;

const stateColumns = 'id, version, revision, status';

export function createCopyReads(db: DatabaseSync): Omit<CopySource, 'close'> {
  /** No account has a negative number. */
  const ownerOf = (ownerId: string) => findOwner(db, ownerId) ?? -1;

  function readAccounts(rest: string, ...values: string[]): AccountRecord[] {
    const rows = prepare(db, `SELECT ${accountColumns}, password_hash FROM account ${rest}`).all(...values);
    return (rows as unknown as (AccountRow & { password_hash: string })[]).map((row) => ({
      account: toAccount(row),
      passwordHash: row.password_hash,
    }));
  }

  function readMemory(ownerId: string, owner: number, id: string): MemoryRecord[] {
    const row = prepare(db, `SELECT ${memoryColumns}, ${innerColumns} FROM memory WHERE owner = ? AND id = ?`).get(
      owner,
      id,
    ) as unknown as (MemoryRow & InnerRow) | undefined;
    if (!row) return [];
    const found = toMemory(ownerId, row);
    // Whoever had it had it here only.
    const memory = row.leased === 1 ? { ...found, nextAttemptAt: row.pending_since } : found;
    const { version, status } = memory;
    return [
      {
        ...{ id, version, status, memory },
        revision: row.revision,
        index: {
          words: toList(row.words),
          tagWords: toList(row.tag_words),
          speaker: row.speaker,
          characters: row.characters,
          ending: row.ending,
          copyHash: row.copy_hash,
          labels: texts('SELECT label AS text FROM memory_label WHERE seq = ? ORDER BY label', row.seq),
          projects: texts('SELECT project AS text FROM memory_project WHERE seq = ? ORDER BY project', row.seq),
        },
        outcome: row.stored_outcome,
        refusals: row.refusals,
        interruptions: row.interruptions,
        pendingSince: status === 'pending' ? row.pending_since : null,
        vectors: readVectors(row.seq),
      },
    ];
  }

  function texts(sql: string, seq: number): string[] {
    return (prepare(db, sql).all(seq) as unknown as { text: string }[]).map(({ text }) => text);
  }

  function readVectors(seq: number): VectorRecord[] {
    const rows = prepare(
      db,
      `SELECT embedder.id AS embedderId, scale, vector FROM memory_vector
       JOIN embedder ON embedder.number = memory_vector.embedder WHERE seq = ? ORDER BY chunk`,
    ).all(seq) as unknown as { embedderId: string; scale: number; vector: Uint8Array }[];
    return rows.map(({ embedderId, scale, vector }) => ({ embedderId, scale, values: new Int8Array(vector) }));
  }

  return {
    async accounts() {
      return readAccounts('ORDER BY created_at, number');
    },

    async accountsLike(alike) {
      const emails = alike.flatMap(({ email }) => (email === null ? [] : [foldEmail(email)]));
      const phones = alike.flatMap(({ phone }) => phone ?? []);
      return readAccounts(
        `WHERE id IN (SELECT value FROM json_each(?)) OR email_folded IN (SELECT value FROM json_each(?))
           OR phone IN (SELECT value FROM json_each(?))`,
        ...[alike.map(({ id }) => id), emails, phones].map((names) => JSON.stringify(names)),
      );
    },

    async keys(ownerId) {
      const rows = prepare(
        db,
        `SELECT ${keyColumns}, hash FROM api_key JOIN account ON account.number = api_key.account
         WHERE account.number = ? ORDER BY api_key.created_at, api_key.number`,
      ).all(ownerOf(ownerId)) as unknown as (KeyRow & { hash: Uint8Array })[];
      return rows.map((row) => ({ key: toKey(row), hash: Buffer.from(row.hash) }));
    },

    async months(ownerId) {
      return prepare(
        db,
        `SELECT month, memory_writes AS memoryWrites, memory_searches AS memorySearches FROM usage_month
         WHERE owner = ? ORDER BY month`,
      ).all(ownerOf(ownerId)) as unknown as MonthRecord[];
    },

    async days(ownerId) {
      const rows = prepare(db, 'SELECT * FROM request_day WHERE owner = ? ORDER BY day, operation').all(
        ownerOf(ownerId),
      ) as unknown as DayRow[];
      return rows.map(toDay);
    },

    async count(ownerId) {
      const owner = ownerOf(ownerId);
      const counted = prepare(
        db,
        `SELECT (SELECT count(*) FROM memory WHERE owner = ?1) AS memories,
           (SELECT count(*) FROM request_log WHERE owner = ?1) AS requests`,
      ).get(owner) as unknown as { memories: number; requests: number };
      return { ...counted };
    },

    async states(ownerId, { after, limit }) {
      return prepare(db, `SELECT ${stateColumns} FROM memory WHERE owner = ? AND id > ? ORDER BY id LIMIT ?`).all(
        ownerOf(ownerId),
        after ?? '',
        limit,
      ) as unknown as MemoryState[];
    },

    async statesOf(ownerId, ids) {
      return prepare(
        db,
        `SELECT ${stateColumns} FROM memory WHERE owner = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      ).all(ownerOf(ownerId), JSON.stringify(ids)) as unknown as MemoryState[];
    },

    async memories(ownerId, ids) {
      const owner = ownerOf(ownerId);
      return ids.toSorted().flatMap((id) => readMemory(ownerId, owner, id));
    },

    async requests(ownerId, { after, limit }) {
      const rows = prepare(
        db,
        `SELECT ${requestColumns} FROM request_log WHERE owner = ? AND (created_at, number) > (?, ?)
         ORDER BY created_at, number LIMIT ?`,
      ).all(ownerOf(ownerId), after?.createdAt ?? -1, after?.order ?? -1, limit);
      return rows.map((row) => ({ ...(row as unknown as RequestRecord), ownerId }));
    },

    async requestsOf(ownerId, wanted) {
      const owner = ownerOf(ownerId);
      const find = prepare(
        db,
        `SELECT ${requestColumns} FROM request_log WHERE owner = ? AND created_at = ? AND id = ?`,
      );
      return wanted.flatMap(({ createdAt, id }) =>
        find.all(owner, createdAt, id).map((row) => ({ ...(row as unknown as RequestRecord), ownerId })),
      );
    },
  };
}

function toDay(row: DayRow): RequestDayRecord {
  const latencies = new Uint32Array(latencySteps);
  addLatencies(latencies, row.latencies);
  return {
    day: row.day,
    operation: row.operation,
    statuses: { 2: row.status_2xx, 3: row.status_3xx, 4: row.status_4xx, 5: row.status_5xx },
    memoryWrites: row.memory_writes,
    memorySearches: row.memory_searches,
    latencies: [...latencies],
  };
}
