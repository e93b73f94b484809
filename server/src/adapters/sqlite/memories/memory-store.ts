import type { Thread } from '../../../lib/create-thread.ts';
import type { Backlog, Claim, Memory, MemoryStore, StoredAnswer } from '../../../ports/memory-store.ts';
import { prepare } from '../connection/prepare.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { ReaderOperations } from '../threads/reader-operations.ts';
import type { RoundRobin } from '../threads/round-robin.ts';
import type { Writer } from '../threads/writer.ts';
import { type MemoryRow, memoryColumns, toMemory } from './memory-row.ts';
import type { ChangedRow, CompletedRow, InsertedRow, SettledExtraction } from './memory-writes.ts';
import type { NewVectorsRow } from './outdated-writes.ts';
import { toStoredVector } from './to-stored-vector.ts';

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
  function find(ownerId: string, id: string): Memory | undefined {
    const row = snapshot.read((db) => prepare(db, findSql).get(ownerId, id));
    return row && toMemory(ownerId, row as unknown as MemoryRow);
  }
  const optional = <Value>(value: Value | undefined) => value ?? null;

  return {
    insert(memory, index, allowance, once, traceParent) {
      return writer.run('insertMemory', {
        ownerId: memory.ownerId,
        row: toInsertedRow(memory, optional(traceParent)),
        index,
        allowance,
        once: optional(once),
      });
    },
    change({ ownerId, id, metadata, ...rest }, allowance, once, traceParent) {
      const change: ChangedRow = { ...rest, metadata: JSON.stringify(metadata), traceParent: optional(traceParent) };
      return writer.run('changeMemory', { ownerId, id, change, allowance, once: optional(once) });
    },
    remove: (ownerId, id, once) => writer.run('removeMemory', { ownerId, id, once: optional(once) }),
    requeue: (ownerId, id, at, once, traceParent) =>
      writer.run('requeueMemory', {
        ...{ ownerId, id, at },
        once: optional(once),
        traceParent: optional(traceParent),
      }),

    get: async (ownerId, id) => find(ownerId, id),
    getMany: async (ownerId, ids) => ids.flatMap((id) => find(ownerId, id) ?? []),
    list: (query) => readerQueue.run(query.scope.ownerId, 'list', query),
    candidates: (query) => readerQueue.run(query.scope.ownerId, 'candidates', query),
    wordStatistics: (scope, words) => readerQueue.run(scope.ownerId, 'wordStatistics', { scope, words }),
    findAnswer: async (ownerId, key, now) =>
      snapshot.read((db) => {
        const row = prepare(
          db,
          `SELECT fingerprint, status, location, body FROM answer
           JOIN account ON account.number = answer.owner WHERE account.id = ? AND key = ? AND expires_at > ?`,
        ).get(ownerId, key, now);
        return row as unknown as StoredAnswer | undefined;
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
    settleExtraction({ claim: { id, ownerId, revision, traceParent }, ...result }) {
      const claimed = { id, ownerId, revision, traceParent };
      const settled: SettledExtraction =
        result.kind === 'raw'
          ? { ...claimed, ...result, metadata: JSON.stringify(result.metadata) }
          : result.kind === 'aside'
            ? { ...claimed, ...result, extraction: JSON.stringify(result.extraction) }
            : {
                ...claimed,
                ...result,
                extraction: JSON.stringify(result.extraction),
                added: result.added.map(({ memory, index }) => ({ row: toInsertedRow(memory, traceParent), index })),
              };
      return writer.run('settleExtraction', settled);
    },
    extend: (claims, until) => writer.run('extendLeases', { claims, until }),
    release: (claims, at) => writer.run('releaseMemories', { claims, at }),
    complete(results) {
      const rows = results.map(
        ({ claim, embedderId, vectors, entities }): CompletedRow => ({
          id: claim.id,
          ownerId: claim.ownerId,
          revision: claim.revision,
          embedderId,
          vectors: vectors.map(toStoredVector),
          entities: JSON.stringify(entities),
        }),
      );
      return writer.run('completeMemories', rows);
    },
    fail: (failures) => writer.run('failMemories', failures),
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
    async claimOutdated(query) {
      const rows = await writer.run('claimOutdated', query);
      return rows.map((row) => ({ ...row, messages: row.messages === null ? null : JSON.parse(row.messages) }));
    },
    replaceVectors(results) {
      const rows = results.map(
        ({ memory: { id, ownerId, revision }, embedderId, vectors }): NewVectorsRow => ({
          ...{ id, ownerId, revision, embedderId },
          vectors: vectors.map(toStoredVector),
        }),
      );
      return writer.run('replaceVectors', rows);
    },
    postponeOutdated(memories, { at, refused }) {
      const postponed = memories.map(({ id, ownerId, revision }) => ({ id, ownerId, revision }));
      return writer.run('postponeOutdated', { memories: postponed, at, refused });
    },
    countOutdated: (embedderId) => reader.run('countOutdated', embedderId),
    hasOutdated: async (ownerId, embedderId) =>
      snapshot.read((db) => {
        const row = prepare(
          db,
          `SELECT 1 FROM embedder CROSS JOIN memory ON memory.embedder = embedder.number
           WHERE embedder.id <> ? AND memory.owner = (SELECT number FROM account WHERE id = ?) LIMIT 1`,
        ).get(embedderId, ownerId);
        return row !== undefined;
      }),
    embedderOf: async (ownerId, id) =>
      snapshot.read((db) => {
        const row = prepare(
          db,
          `SELECT embedder.id FROM memory JOIN memory_vector AS vector ON vector.owner = memory.owner AND vector.seq = memory.seq
           JOIN embedder ON embedder.number = vector.embedder
           WHERE memory.owner = (SELECT number FROM account WHERE id = ?) AND memory.id = ? LIMIT 1`,
        ).get(ownerId, id) as { id: string } | undefined;
        return row?.id ?? null;
      }),
    async probe() {
      await writer.run('probe');
      snapshot.read((db) => prepare(db, 'SELECT beat FROM probe').get());
      return [];
    },
    async purgeAnswers(now) {
      let purged = 0;
      for (let last = -1; last !== 0; purged += last) last = await writer.run('purgeAnswers', { now });
      return purged;
    },
    tally: (query) => readerQueue.run(query.scope.ownerId, 'tally', query),
  };
}

function toInsertedRow(memory: Memory, traceParent: string | null): InsertedRow {
  return {
    id: memory.id,
    userId: memory.userId,
    agentId: memory.agentId,
    runId: memory.runId,
    text: memory.text,
    messages: memory.messages && JSON.stringify(memory.messages),
    metadata: JSON.stringify(memory.metadata),
    occurredAt: memory.occurredAt,
    createdAt: memory.createdAt,
    nextAttemptAt: memory.nextAttemptAt ?? memory.createdAt,
    infer: memory.infer ? 1 : 0,
    sourceMemoryId: memory.sourceMemoryId,
    traceParent,
  };
}
