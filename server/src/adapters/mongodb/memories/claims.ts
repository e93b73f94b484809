import type { AnyBulkWriteOperation, Filter, UpdateFilter } from 'mongodb';
import type { Claim, ClaimKey, ClaimPurpose, MemoryStore } from '../../../ports/memory-store.ts';
import { isIngest } from '../../store-kit/fair-claims.ts';
import { accountIdOf, type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { createIngestClaims } from './ingest-claims.ts';
import { createStaleClaims } from './stale-memories.ts';
import { leaseFields } from './stored-memory.ts';

type Update = readonly [Filter<MemoryDocument>, UpdateFilter<MemoryDocument>];

/**
 * Leases memories to this process. Leased documents have its `workerId`.
 * @param silent workers that may have crashed (see `connection/workers.ts`)
 */
export function createClaims(
  { memories }: Collections,
  workerId: string,
  silent: () => readonly string[],
): Pick<MemoryStore, 'claim' | 'extend' | 'release' | 'backlog'> {
  const claimForIngest = createIngestClaims(memories, workerId, silent);
  const claimStale = createStaleClaims(memories);

  async function updateAll(claims: readonly ClaimKey[], toUpdate: (claim: ClaimKey) => Update): Promise<void> {
    if (claims.length === 0) return;
    const operations = claims.map((claim): AnyBulkWriteOperation<MemoryDocument> => {
      const [filter, update] = toUpdate(claim);
      return { updateOne: { filter, update } };
    });
    await memories.bulkWrite(operations, { ordered: false });
  }

  return {
    async claim(options) {
      const documents = isIngest(options) ? await claimForIngest(options) : await claimStale(options);
      return documents.map((document) => toClaim(options.purpose, document));
    },

    extend: (claims, until) =>
      updateAll(claims, (claim) =>
        claim.purpose === 'ingest'
          ? [heldBy(workerId, claim), { $set: { nextAttemptAt: until } }]
          : [heldForReembedding(claim), { $set: { moveAt: until } }],
      ),

    release: (claims, at, { rejected } = { rejected: false }) =>
      updateAll(claims, (claim) => {
        if (claim.purpose === 'ingest') {
          return [heldBy(workerId, claim), { $set: { nextAttemptAt: at }, $unset: leaseFields }];
        }
        const update = { $set: { moveAt: at }, $unset: { moveClaim: '' as const } };
        return [heldForReembedding(claim), rejected ? update : { ...update, $inc: { moveAttempts: -1 } }];
      }),

    async backlog() {
      const waiting = { pendingSince: { $gte: 0 } };
      const [pending, failed, oldest] = await Promise.all([
        memories.countDocuments(waiting),
        memories.countDocuments({ failedOf: { $gte: '' } }),
        memories.findOne(waiting, { sort: { pendingSince: 1 }, projection: { pendingSince: 1 } }),
      ]);
      return { pending, failed, oldestPendingAt: oldest?.pendingSince ?? null };
    },
  };
}

/** Selects a memory that the worker still has leased, with the same text. */
export function heldBy(workerId: string, { accountId, id, revision }: ClaimKey): Filter<MemoryDocument> {
  return { _id: memoryKey(accountId, id), revision, status: 'pending', leasedBy: workerId };
}

function heldForReembedding({ accountId, id, revision }: ClaimKey): Filter<MemoryDocument> {
  return { _id: memoryKey(accountId, id), revision, moveAttempts: { $gte: 1 } };
}

function toClaim(purpose: ClaimPurpose, document: MemoryDocument): Claim {
  const { id, userId, revision, text, messages, infer, attempts, moveAttempts = 0 } = document;
  return {
    ...{ purpose, id, userId, revision, text, infer },
    accountId: accountIdOf(document),
    messages: messages === null ? null : JSON.parse(messages),
    attempts: purpose === 'ingest' ? attempts : moveAttempts,
    rejections: document.refusals,
    crashCount: document.interruptions,
    pendingSince: document.pendingSince ?? document.createdAt,
    traceParent: document.traceParent ?? null,
  };
}
