import type { Backlog, Memory, MemoryStore, StoredResponse } from '../../../ports/memory-store.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import { withoutTokens } from '../migrations/0016-token-vectors.ts';
import { findResponseSql } from './commit.ts';
import { type MemoryRow, memoryColumns, toMemory } from './stored-memory.ts';

type PointReads = Pick<MemoryStore, 'get' | 'getMany' | 'findResponse' | 'backlog' | 'hasStale' | 'embedderOf'>;

const findSql = `SELECT ${memoryColumns} FROM memory
  WHERE owner = (SELECT number FROM account WHERE id = ?) AND id = ?`;

/** Reads a few rows on the calling thread, which takes less time than a message to another one. */
export function createPointReads(snapshot: Snapshot): PointReads {
  function find(accountId: string, id: string): Memory | undefined {
    const row = snapshot.read((db) => prepare<MemoryRow>(db, findSql).get(accountId, id));
    return row && toMemory(accountId, row);
  }
  return {
    get: async (accountId, id) => find(accountId, id),
    getMany: async (accountId, ids) => ids.flatMap((id) => find(accountId, id) ?? []),

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

    async embedderOf(accountId, id) {
      const sql = `SELECT embedder.id FROM memory
        JOIN memory_vector AS vector ON vector.owner = memory.owner AND vector.seq = memory.seq
        JOIN embedder ON embedder.number = vector.embedder
        WHERE memory.owner = (SELECT number FROM account WHERE id = ?) AND memory.id = ? LIMIT 1`;
      return snapshot.read((db) => readValue<string>(db, sql, accountId, id)) ?? null;
    },
  };
}
