import { restore } from '../../lib/quantize.ts';
import { untilNone } from '../../lib/until-none.ts';
import type {
  Claim,
  CommitResult,
  EmbeddingState,
  Expiry,
  IngestJobs,
  MemoryRows,
  MemoryTransfer,
  StoreHealth,
} from '../../ports/memory-store.ts';
import { type RecordStore, Taken } from '../../ports/record-store.ts';
import { findResponse } from '../usage/stored-responses.ts';
import type { memoryCommands } from './commands.ts';
import { firstRotation } from './due-memories.ts';
import { findTaken } from './find-taken.ts';
import { hiddenAt, memories, memoryVectors } from './kinds.ts';
import { type memoryQueries, otherEmbedders } from './memory-queries.ts';
import { type PreparedCommit, prepareCommit, toKey } from './prepare-commit.ts';
import { toMemory } from './stored-memory.ts';
import { vectorKeys } from './write-memories.ts';

type Records = RecordStore<typeof memoryCommands, typeof memoryQueries>;

export function createMemoryRows(records: Records): MemoryRows {
  const commitAlone = async (commit: PreparedCommit): Promise<CommitResult> => {
    try {
      const [result] = await records.run(commit.accountId, 'commitMemories', [commit]);
      return result as CommitResult;
    } catch (error) {
      // Another import wrote one of the memories at the same time.
      if (error instanceof Taken && isImport(commit)) return { kind: 'stale' };
      throw error;
    }
  };
  const commitTogether = async (commits: readonly PreparedCommit[]): Promise<CommitResult[]> =>
    commits[0] ? records.run(commits[0].accountId, 'commitMemories', commits) : [];
  return {
    async commit(commits) {
      const prepared = commits.map(prepareCommit);
      const shared = commitTogether(prepared.filter(sharesCommand));
      const alone = prepared.map((commit) => (sharesCommand(commit) ? null : commitAlone(commit)));
      const [ofShared, ofAlone] = await Promise.all([shared, Promise.all(alone)]);
      return ofAlone.map((result) => result ?? (ofShared.shift() as CommitResult));
    },
    async get(accountId, id) {
      const found = await records.get(memories, { accountId, id });
      return found && toMemory(found);
    },
    async getMany(accountId, ids) {
      const found = await records.getMany(
        memories,
        ids.map((id) => ({ accountId, id })),
      );
      return found.flatMap((memory) => (memory ? toMemory(memory) : []));
    },
    list: (query) => records.query(query.scope.accountId, 'listMemories', query),
    versions: (query) => records.query(query.accountId, 'listVersions', query),
    findResponse: (accountId, key) => findResponse(records, accountId, key),
    countFacets: (query) => records.query(query.scope.accountId, 'countFacets', query),
  };
}

/** Whether a commit has no effect on whether others of its command are written. */
function sharesCommand(commit: PreparedCommit): boolean {
  const { changes, quota, idempotencyRecord } = commit;
  return !quota && !idempotencyRecord && !isImport(commit) && !changes.some(({ kind }) => kind === 'remove');
}

function isImport({ changes }: PreparedCommit): boolean {
  return changes.some((change) => change.kind === 'insert' && change.imported);
}

interface Worker {
  /** Identifies this process. It contains no slash. */
  workerId: string;
  /** Lists workers that may have crashed. Their memories are not claimed. @default none */
  silent?: () => readonly string[];
}

export function createIngestJobs(records: Records, { workerId, silent = () => [] }: Worker): IngestJobs {
  let rotation = firstRotation;
  let after = '';
  let count = 0;
  /** The leases of claims whose response was lost. No worker got the memories, which would wait until the leases end. */
  const lost = new Set<string>();

  async function endLost(at: number): Promise<void> {
    const leases = [...lost];
    if (leases.length > 0) await untilNone(() => records.run('', 'endLeases', { leases, reason: 'lost', at }));
    for (const lease of leases) lost.delete(lease);
  }

  async function claimAs(now: number, claim: (leasedBy: string) => Promise<Claim[]>): Promise<Claim[]> {
    await endLost(now);
    const leasedBy = `${workerId}/${++count}`;
    try {
      return await claim(leasedBy);
    } catch (error) {
      lost.add(leasedBy);
      throw error;
    }
  }

  return {
    claim: (options) =>
      claimAs(options.now, async (leasedBy) => {
        if (options.purpose === 'ingest') {
          const input = { options, leasedBy, silent: silent(), rotation };
          const claimed = await records.run('', 'claimMemories', input);
          rotation = claimed.rotation;
          return claimed.claims;
        }
        const claimed = await records.run('', 'claimStaleMemories', { options, leasedBy, after });
        after = claimed.after;
        return claimed.claims;
      }),
    extend: (claims, until) => records.run('', 'extendLeases', { worker: workerId, claims: claims.map(toKey), until }),
    release: (claims, at, { rejected } = { rejected: false }) =>
      records.run('', 'releaseMemories', { worker: workerId, claims: claims.map(toKey), at, rejected }),
    backlog: () => records.query('', 'backlog', undefined),
  };
}

/** Far more leases than workers have at once. */
const maxLeases = 100_000;

/** Reads the leases of workers. @returns what ends those of crashed workers, and counts the crash of each memory */
export async function readLeases(
  records: Records,
): Promise<(isCrashed: (workerId: string) => boolean) => Promise<void>> {
  const held = (await records.distinct(memories, 'leased', { of: [], limit: maxLeases })) as string[];
  return async (isCrashed) => {
    const leases = held.filter((lease) => isCrashed(lease.slice(0, lease.lastIndexOf('/'))));
    if (leases.length > 0) await untilNone(() => records.run('', 'endLeases', { leases, reason: 'crashed' }));
  };
}

export function createEmbeddingState(records: Records): EmbeddingState {
  return {
    countStale: (embedderId) => records.query('', 'countStale', embedderId),
    async hasStale(accountId, embedderId) {
      for (const other of await otherEmbedders(records, embedderId)) {
        if ((await records.count(memories, 'embedder', { of: [other, accountId], max: 1 })) > 0) return true;
      }
      return false;
    },
    async embeddingOf(accountId, id) {
      const memory = await records.get(memories, { accountId, id });
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

export function createExpiry(records: Records): Expiry {
  return {
    async expired(limit) {
      const where = { expiresAt: { from: hiddenAt + 1 } };
      const found = await records.scan(memories, 'expiry', { of: [], where, expired: true, limit });
      return found.map(({ id, accountId }) => ({ id, accountId }));
    },
    async nextExpiry(accountId) {
      const [next] = await records.scan(memories, 'accountExpiry', { of: [accountId], limit: 1 });
      return next?.expiresAt ?? null;
    },
  };
}

export function createImports(records: Records): Pick<MemoryTransfer, 'findTaken'> {
  return { findTaken: (accountId, keys) => findTaken(records, accountId, keys) };
}

export function createResponsePurge(records: Records): Pick<StoreHealth, 'purgeResponses'> {
  return {
    purgeResponses: () => untilNone(() => records.run('', 'purgeResponses', undefined)),
  };
}
