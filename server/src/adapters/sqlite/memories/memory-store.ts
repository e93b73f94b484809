import type { Thread } from '../../../lib/create-thread.ts';
import type {
  Backlog,
  Change,
  Claim,
  ClaimKey,
  Commit,
  Memory,
  MemoryStore,
  StoredResponse,
} from '../../../ports/memory-store.ts';
import { prepare } from '../connection/prepare.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { ReaderOperations } from '../threads/reader-operations.ts';
import type { RoundRobin } from '../threads/round-robin.ts';
import type { Writer } from '../threads/writer.ts';
import type { SentChange, SentCommit, UnclaimedChange } from './commit.ts';
import { type MemoryRow, memoryColumns, toMemory } from './memory-row.ts';
import { toStoredVector } from './memory-vectors.ts';

/**
 * Memories in SQLite. `snapshot` serves point reads on the calling thread, `reader` everything that may take longer,
 * `writer` every change; `readerQueue` serves the accounts on the reader one after the other.
 */
export function createSqliteMemoryStore({
  writer,
  snapshot,
  reader,
  readerQueue,
}: {
  writer: Writer;
  snapshot: Snapshot;
  reader: Thread<ReaderOperations>;
  readerQueue: RoundRobin<ReaderOperations>;
}): MemoryStore {
  const findSql = `SELECT ${memoryColumns} FROM memory
    WHERE owner = (SELECT number FROM account WHERE id = ?) AND id = ?`;
  function find(accountId: string, id: string): Memory | undefined {
    const row = snapshot.read((db) => prepare(db, findSql).get(accountId, id));
    return row && toMemory(accountId, row as unknown as MemoryRow);
  }
  return {
    commit: (commits) => writer.run('commit', commits.map(toSentCommit)),
    get: async (accountId, id) => find(accountId, id),
    getMany: async (accountId, ids) => ids.flatMap((id) => find(accountId, id) ?? []),
    list: (query) => readerQueue.run(query.scope.accountId, 'list', query),
    candidates: (query) => readerQueue.run(query.scope.accountId, 'candidates', query),
    wordStatistics: (scope, words) => readerQueue.run(scope.accountId, 'wordStatistics', { scope, words }),
    findResponse: async (accountId, key, now) =>
      snapshot.read((db) => {
        const row = prepare(
          db,
          `SELECT fingerprint, status, location, body FROM answer
           JOIN account ON account.number = answer.owner WHERE account.id = ? AND key = ? AND expires_at > ?`,
        ).get(accountId, key, now);
        return row as unknown as StoredResponse | undefined;
      }),

    async claim(options) {
      const rows = await writer.run('claimMemories', options);
      return rows.map(
        (row): Claim => ({
          ...row,
          messages: row.messages === null ? null : JSON.parse(row.messages),
          infer: row.infer === 1,
        }),
      );
    },
    extend: (claims, until) => writer.run('extendLeases', { claims: claims.map(toKey), until }),
    release: (claims, at, { rejected } = { rejected: false }) =>
      writer.run('releaseMemories', { claims: claims.map(toKey), at, rejected }),
    backlog: async () =>
      snapshot.read(
        (db) =>
          prepare(
            db,
            `SELECT (SELECT count(*) FROM memory WHERE status = 'pending') AS pending,
               (SELECT count(*) FROM memory WHERE status = 'failed') AS failed,
               (SELECT min(pending_since) FROM memory WHERE status = 'pending') AS oldestPendingAt`,
          ).get() as unknown as Backlog,
      ),
    countStale: (embedderId) => reader.run('countStale', embedderId),
    hasStale: async (accountId, embedderId) =>
      snapshot.read((db) => {
        const row = prepare(
          db,
          `SELECT 1 FROM embedder CROSS JOIN memory ON memory.embedder = embedder.number
           WHERE embedder.id <> ? AND memory.owner = (SELECT number FROM account WHERE id = ?) LIMIT 1`,
        ).get(embedderId, accountId);
        return row !== undefined;
      }),
    embedderOf: async (accountId, id) =>
      snapshot.read((db) => {
        const row = prepare(
          db,
          `SELECT embedder.id FROM memory JOIN memory_vector AS vector ON vector.owner = memory.owner AND vector.seq = memory.seq
           JOIN embedder ON embedder.number = vector.embedder
           WHERE memory.owner = (SELECT number FROM account WHERE id = ?) AND memory.id = ? LIMIT 1`,
        ).get(accountId, id) as { id: string } | undefined;
        return row?.id ?? null;
      }),
    async probe() {
      await writer.run('probe');
      snapshot.read((db) => prepare(db, 'SELECT beat FROM probe').get());
      return [];
    },
    async purgeResponses(now) {
      let purged = 0;
      for (let last = -1; last !== 0; purged += last) last = await writer.run('purgeResponses', { now });
      return purged;
    },
    countFacets: (query) => readerQueue.run(query.scope.accountId, 'countFacets', query),
  };
}

/** Texts of claims stay on this side, and vectors are sent as they are kept, which takes a quarter of the bytes. */
function toSentCommit({ changes, ...rest }: Commit): SentCommit {
  return { ...rest, changes: changes.map(toSentChange) };
}

function toSentChange(change: Change): SentChange {
  if (!('claim' in change)) return JSON.stringify(change satisfies UnclaimedChange);
  const claim = toKey(change.claim);
  return change.kind === 'complete'
    ? { ...change, claim, vectors: change.vectors.map(toStoredVector) }
    : { ...change, claim };
}

function toKey({ purpose, id, accountId, revision }: ClaimKey): ClaimKey {
  return { purpose, id, accountId, revision };
}
