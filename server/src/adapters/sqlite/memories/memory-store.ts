import type { Change, Claim, ClaimKey, Commit, MemoryStore } from '../../../ports/memory-store.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { readValue } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';
import type { SentChange, SentCommit } from './commit.ts';
import type { ReadAt } from './expiry.ts';
import { createPointReads } from './point-reads.ts';
import { toRowInsert } from './write-rows.ts';

/** Stores memories in SQLite. */
export function createSqliteMemoryStore(connections: Connections): Omit<MemoryStore, 'openExport'> {
  const { writer, snapshot, reader, readerQueue, now } = connections;
  const timed = <Query extends object>(query: Query): Query & ReadAt => ({ ...query, readAt: now() });
  return {
    ...createPointReads(connections),
    commit: (commits) => writer.run('commit', commits.map(toSentCommit).map(timed)),
    list: (query) => readerQueue.run(query.scope.accountId, 'list', timed(query)),
    versions: (query) => readerQueue.run(query.accountId, 'versions', timed(query)),
    candidates: (query) => readerQueue.run(query.scope.accountId, 'candidates', timed(query)),
    wordStatistics: (scope, words) => readerQueue.run(scope.accountId, 'wordStatistics', timed({ scope, words })),
    countValues: (scope) => readerQueue.run(scope.accountId, 'countValues', timed({ scope })),
    sampleVectors: (query) => readerQueue.run(query.scope.accountId, 'sampleVectors', timed(query)),
    closestTokens: (query) => readerQueue.run(query.accountId, 'closestTokens', query),
    countFacets: (query) => readerQueue.run(query.scope.accountId, 'countFacets', timed(query)),
    countStale: (embedderId) => reader.run('countStale', embedderId),

    async claim(options) {
      const rows = await writer.run('claimMemories', options);
      return rows.map((row): Claim => {
        const messages = row.messages === null ? null : JSON.parse(row.messages);
        return { ...row, messages, infer: row.infer === 1 };
      });
    },
    extend: (claims, until) => writer.run('extendLeases', { claims: claims.map(toKey), until }),
    release: (claims, at, { rejected } = { rejected: false }) =>
      writer.run('releaseMemories', { claims: claims.map(toKey), at, rejected }),
    async probe() {
      await writer.run('probe');
      snapshot.read((db) => readValue(db, 'SELECT beat FROM probe'));
      return [];
    },
    async purgeResponses(now) {
      let purged = 0;
      for (let last = -1; last !== 0; purged += last) last = await writer.run('purgeResponses', { now });
      return purged;
    },
  };
}

/** Omits the texts of claims, and quantizes vectors, which then take a quarter of the bytes. */
function toSentCommit({ changes, ...rest }: Commit): Omit<SentCommit, keyof ReadAt> {
  return { ...rest, changes: changes.map((change) => toSentChange(change, rest.traceParent)) };
}

function toSentChange(change: Change, traceParent: string | null = null): SentChange {
  // Rows are built here, because sending objects within objects takes longer.
  if (change.kind === 'insert') return toRowInsert(change, traceParent);
  if (!('claim' in change)) return change;
  const claim = toKey(change.claim);
  return change.kind === 'complete'
    ? { ...change, claim, vectors: change.vectors.map(quantize) }
    : { ...change, claim };
}

function toKey({ purpose, id, accountId, revision }: ClaimKey): ClaimKey {
  return { purpose, id, accountId, revision };
}
