import { restore } from '../../lib/quantize.ts';
import { untilNone } from '../../lib/until-none.ts';
import type { CandidateIndex } from '../../ports/candidate-index.ts';
import type { Memory, MemoryOutcome, MemoryVersion, Scope } from '../../ports/memory.ts';
import { type OpenPages, Taken } from '../../ports/record-store.ts';
import { filterKeyOf } from '../text/memory-index.ts';
import { findResponse } from '../usage/idempotency.ts';
import type { Commit, CommitResult } from './changes.ts';
import { createClaims, type Worker } from './claims.ts';
import type { MemoryRecords } from './commands.ts';
import { hiddenAt, memories, memoryVectors } from './kinds.ts';
import { type FacetQuery, findTaken, otherEmbedders, type TakenKeys, type VersionQuery } from './memory-queries.ts';
import type { ListQuery } from './scope.ts';
import { memoryFields, toMemory } from './stored-memory.ts';
import { vectorKeys } from './write-memories.ts';

/** The store of memories for the domain, with the searches of the database. */
export type MemoryStore = ReturnType<typeof createMemoryStore> &
  CandidateIndex & {
    /** Opens a snapshot of memories in the order of their ids, including archived ones, without expired ones. */
    openExport(query: ExportQuery): Promise<OpenPages<ExportedRecord>>;
    /** Reads and writes the store. Resolves to other problems. @throws {StoreUnavailableError} */
    probe(): Promise<string[]>;
  };

export interface ExportQuery {
  scope: Scope;
  /** Whether each memory includes its former versions. */
  versions: boolean;
}

export interface ExportedRecord {
  memory: Memory;
  /** The outcome of extraction is set before the memory is ready. */
  outcome: MemoryOutcome | null;
  /** The former versions, oldest first. */
  versions: MemoryVersion[];
}

/** Every method may throw `StoreUnavailableError`. An id of another account behaves like one that does not exist. */
export function createMemoryStore(records: MemoryRecords, worker: Worker) {
  const run = async (commits: readonly [Commit, ...Commit[]]): Promise<CommitResult[]> => {
    try {
      return await records.run(commits[0].accountId, 'commitMemories', commits);
    } catch (error) {
      // Another import wrote one of the memories at the same time.
      if (error instanceof Taken && isImport(commits[0])) return [{ kind: 'stale' }];
      throw error;
    }
  };
  return {
    ...createClaims(records, worker),
    /** Writes each commit as a whole and durably, or rejects it. If one cannot be written, none is. */
    async commit(commits: readonly Commit[]): Promise<CommitResult[]> {
      const [only] = commits;
      // Nearly every write is a single commit, which needs no sorting.
      if (only && commits.length === 1) return run([only]);
      const [first, ...others] = commits.filter(sharesCommand);
      const shared = first ? run([first, ...others]) : Promise.resolve([]);
      const alone = commits.map((commit) => (sharesCommand(commit) ? null : run([commit])));
      const [ofShared, ...ofAlone] = await Promise.all([shared, ...alone]);
      return ofAlone.map((result) => (result ?? ofShared).shift() as CommitResult);
    },
    async get(accountId: string, id: string): Promise<Memory | undefined> {
      const found = await records.get(memories, { accountId, id }, memoryFields);
      return found && toMemory(found);
    },
    /** Resolves to memories in the order of `ids`, without missing ones. */
    async getMany(accountId: string, ids: readonly string[]): Promise<Memory[]> {
      const keys = ids.map((id) => ({ accountId, id }));
      const found = await records.getMany(memories, keys, memoryFields);
      return found.flatMap((memory) => (memory ? toMemory(memory) : []));
    },
    list: (query: ListQuery) => records.query(query.scope.accountId, 'listMemories', query),
    versions: (query: VersionQuery) => records.query(query.accountId, 'listVersions', query),
    findResponse: (accountId: string, key: string) => findResponse(records, accountId, key),
    countFacets: (query: FacetQuery) => records.query(query.scope.accountId, 'countFacets', query),
    backlog: () => records.query('', 'backlog', undefined),
    ...embeddingReads(records),
    /** Lists memories that have expired, beginning with the earliest expiry. A sweep removes them. */
    async expired(limit: number) {
      const where = { expiresAt: { from: hiddenAt + 1 } };
      return records.scan(memories, 'expiry', { of: [], where, expired: 'only', limit, only: ['id', 'accountId'] });
    },
    /** Resolves to the next time at which a memory of the account expires; null if none does. */
    async nextExpiry(accountId: string): Promise<number | null> {
      const [next] = await records.scan(memories, 'accountExpiry', { of: [accountId], limit: 1, only: ['expiresAt'] });
      return next?.expiresAt ?? null;
    },
    /** Whether a memory of the account has this key in its metadata, with a short value. */
    async hasMetadataKey(accountId: string, key: string): Promise<boolean> {
      const after = filterKeyOf(key);
      const [next] = await records.distinct(memories, 'filterKey', { of: [accountId], after, limit: 1 });
      return typeof next === 'string' && next.startsWith(after);
    },
    findTaken: (accountId: string, keys: TakenKeys) => findTaken(records, accountId, keys),
    purgeResponses: () => untilNone(() => records.run('', 'purgeResponses', undefined)),
  };
}

function embeddingReads(records: MemoryRecords) {
  return {
    countStale: (embedderId: string) => records.query('', 'countStale', embedderId),
    async hasStale(accountId: string, embedderId: string): Promise<boolean> {
      for (const other of await otherEmbedders(records, embedderId)) {
        if ((await records.count(memories, 'embedder', { of: [other, accountId], max: 1 })) > 0) return true;
      }
      return false;
    },
    /** Resolves to the vectors of a memory; null if it has none. */
    async embeddingOf(accountId: string, id: string) {
      const memory = await records.get(memories, { accountId, id }, vectorFields);
      if (!memory?.embedderId) return null;
      const found = await records.getMany(memoryVectors, vectorKeys(memory));
      const vectors = found.filter((vector) => vector?.embedderId === memory.embedderId);
      // A change may replace the vectors between the two reads.
      if (vectors.length === 0 || vectors.length < memory.vectorCount) return null;
      return {
        embedderId: memory.embedderId,
        vectors: vectors.flatMap((one) => (one ? restore({ scale: one.scale, values: one.vector }) : [])),
      };
    },
  };
}

const vectorFields = ['accountId', 'seq', 'embedderId', 'vectorCount'] as const;

/** Whether a commit has no effect on whether others of its command are written. */
function sharesCommand(commit: Commit): boolean {
  const { changes, quota, idempotencyRecord } = commit;
  return !quota && !idempotencyRecord && !isImport(commit) && !changes.some(({ kind }) => kind === 'remove');
}

function isImport({ changes }: Commit): boolean {
  return changes.some((change) => change.kind === 'insert' && change.memory.importKey !== null);
}
