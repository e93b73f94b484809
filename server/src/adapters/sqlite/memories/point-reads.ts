import type { SQLOutputValue } from 'node:sqlite';
import type { Backlog, Memory, MemoryStore, StoredResponse } from '../../../ports/memory-store.ts';
import { restore } from '../../store-kit/quantize.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare, prepareArrays, readValue } from '../connection/prepare.ts';
import { withoutTokens } from '../migrations/0016-token-vectors.ts';
import type { Connections } from '../threads/connections.ts';
import { isLive, listExpired, nextExpiry } from './expiry.ts';
import { memoryColumns, toMemory, toMemoryRow } from './stored-memory.ts';
import { findResponseSql } from './stored-responses.ts';

type PointReads = Pick<
  MemoryStore,
  'get' | 'getMany' | 'findResponse' | 'backlog' | 'hasStale' | 'embeddingOf' | 'expired' | 'nextExpiry' | 'findTaken'
>;

interface VectorRow {
  embedderId: string;
  scale: number;
  bytes: Uint8Array;
}

const findSql = `SELECT ${memoryColumns} FROM memory
  WHERE owner = (SELECT number FROM account WHERE id = ?) AND id = ? AND ${isLive}`;

/** Reads a few rows on the calling thread, which takes less time than a message to another thread. */
export function createPointReads({ snapshot, now }: Pick<Connections, 'snapshot' | 'now'>): PointReads {
  function find(accountId: string, id: string): Memory | undefined {
    const values = snapshot.read((db) => prepareArrays<SQLOutputValue[]>(db, findSql).get(accountId, id, now()));
    return values && toMemory(accountId, toMemoryRow(values));
  }
  return {
    get: async (accountId, id) => find(accountId, id),
    getMany: async (accountId, ids) => ids.flatMap((id) => find(accountId, id) ?? []),

    async findTaken(accountId, { ids, importKeys }) {
      return snapshot.read((db) => {
        const accountNumber = findAccountNumber(db, accountId) ?? -1;
        const among = (column: string, values: readonly string[]) =>
          prepareArrays<[value: string]>(
            db,
            `SELECT ${column} FROM memory WHERE owner = ? AND ${column} IN (SELECT value FROM json_each(?))`,
          )
            .all(accountNumber, JSON.stringify(values))
            .map(([value]) => value);
        return { ids: among('id', ids), importKeys: among('import_key', importKeys) };
      });
    },

    async findResponse(accountId, { key, formerKey }, now) {
      return snapshot.read((db) => {
        const accountNumber = findAccountNumber(db, accountId) ?? -1;
        return prepare<StoredResponse>(db, findResponseSql).get(accountNumber, key, formerKey, now);
      });
    },

    async backlog() {
      const sql = `SELECT (SELECT count(*) FROM memory WHERE status = 'pending') AS pending,
        (SELECT count(*) FROM memory WHERE status = 'failed') AS failed,
        (SELECT min(pending_since) FROM memory WHERE status = 'pending') AS oldestPendingAt`;
      return snapshot.read((db) => prepare<Backlog>(db, sql).get() as Backlog);
    },

    async hasStale(accountId, embedderId) {
      const sql = `SELECT 1 FROM embedder CROSS JOIN memory ON memory.embedder = embedder.number
        WHERE embedder.id NOT IN (?1, ?1 || '${withoutTokens}') AND memory.owner = (SELECT number FROM account WHERE id = ?2) LIMIT 1`;
      return snapshot.read((db) => readValue(db, sql, embedderId, accountId)) !== undefined;
    },

    async embeddingOf(accountId, id) {
      const sql = `SELECT embedder.id AS embedderId, vector.scale, vector.vector AS bytes FROM memory
        JOIN memory_vector AS vector ON vector.owner = memory.owner AND vector.seq = memory.seq
        JOIN embedder ON embedder.number = vector.embedder
        WHERE memory.owner = (SELECT number FROM account WHERE id = ?) AND memory.id = ? AND ${isLive}
        ORDER BY vector.chunk`;
      const rows = snapshot.read((db) => prepare<VectorRow>(db, sql).all(accountId, id, now()));
      const vectors = rows.map(({ scale, bytes }) => restore({ scale, values: new Int8Array(bytes) }));
      return rows[0] ? { embedderId: rows[0].embedderId, vectors } : null;
    },

    expired: async (limit) => snapshot.read((db) => listExpired(db, { readAt: now(), limit })),
    nextExpiry: async (accountId) => snapshot.read((db) => nextExpiry(db, { readAt: now(), accountId })),
  };
}
