import { randomUUID } from 'node:crypto';
import { type AnyBulkWriteOperation, type Filter, MongoBulkWriteError, type UpdateFilter } from 'mongodb';
import type { Claim, ClaimKey, ClaimPurpose, IngestClaimOptions, MemoryStore } from '../../../ports/memory-store.ts';
import { isIngest, limitsLeft, takeByTurns } from '../../store-kit/fair-claims.ts';
import { type Collections, type MemoryDocument, memoryKey, ownerOf } from '../schema/documents.ts';
import { createDueMemories, type DueDocument } from './due-memories.ts';
import { notLeased } from './pending-memory.ts';
import { createStaleMemories } from './stale-memories.ts';

type Claims = Pick<MemoryStore, 'claim' | 'extend' | 'release' | 'backlog'>;
type Update = readonly [Filter<MemoryDocument>, UpdateFilter<MemoryDocument>];

const duplicateKey = 11_000;
/** How often one claim looks again because other workers took what it had found. */
const maxRounds = 10;

/**
 * Leases memories to this process, which they name as `workerId`.
 * @param silent workers that may have crashed (see `connection/workers.ts`)
 */
export function createClaims({ memories }: Collections, workerId: string, silent: () => readonly string[]): Claims {
  const dueMemories = createDueMemories({ memories }, silent);
  const staleMemories = createStaleMemories({ memories });
  /** Claims whose response was lost: no worker knows what they took. */
  const lost = new Set<string>();

  /** Makes what lost claims took due again, instead of leaving it until the lease ends. */
  async function putBack(now: number): Promise<void> {
    if (lost.size === 0) return;
    const claimIds = [...lost];
    await memories.updateMany(
      { leasedBy: workerId, claimId: { $in: claimIds } },
      { $set: { nextAttemptAt: now }, $unset: notLeased, $inc: { attempts: -1 } },
    );
    for (const claimId of claimIds) lost.delete(claimId);
  }

  async function claimForIngest(options: IngestClaimOptions): Promise<Claim[]> {
    await putBack(options.now);
    const claimIds: string[] = [];
    try {
      const taken: Claim[] = [];
      for (let round = 0; round < maxRounds; round++) {
        const left = limitsLeft(options, taken);
        if (left.limit <= 0 || left.characters <= 0) break;
        const extractions = await dueMemories.extractions();
        let due = takeByTurns(await dueMemories.find(left, extractions), left);
        if (due.length === 0 && taken.length === 0 && options.quarantined) {
          due = await dueMemories.findQuarantined(options, extractions);
        }
        if (due.length === 0) break;
        const claimId = randomUUID();
        claimIds.push(claimId);
        const claimed = await lease(due, claimId, options);
        taken.push(...claimed.map((document) => toClaim('ingest', document)));
        // Another worker was quicker with the rest: this one must not get less than there is.
        if (claimed.length === due.length) break;
      }
      return taken;
    } catch (error) {
      for (const claimId of claimIds) lost.add(claimId);
      throw error;
    }
  }

  /** Leases what is still due, and returns it in the order of `due`: of two workers that found the same, one gets it. */
  async function lease(
    due: readonly DueDocument[],
    claimId: string,
    { now, leaseMs }: IngestClaimOptions,
  ): Promise<MemoryDocument[]> {
    const set = { nextAttemptAt: now + leaseMs, leasedBy: workerId, claimId };
    const plain = due.filter(({ infer }) => !infer).map(({ _id }) => _id);
    const operations = due
      .filter(({ infer }) => infer)
      .map(({ _id }): AnyBulkWriteOperation<MemoryDocument> => {
        const extracting = { $concat: ['$pendingOf', ' ', '$userId'] };
        const update = [{ $set: { ...set, attempts: { $add: ['$attempts', 1] }, extracting } }];
        return { updateOne: { filter: { _id, nextAttemptAt: { $lte: now }, infer: true }, update } };
      });
    if (plain.length > 0) {
      const filter = { _id: { $in: plain }, nextAttemptAt: { $lte: now } };
      operations.push({ updateMany: { filter, update: { $set: set, $inc: { attempts: 1 } } } });
    }
    await memories.bulkWrite(operations, { ordered: false }).catch((error: unknown) => {
      if (!isTakenUser(error)) throw error;
    });
    const claimed = await memories.find({ _id: { $in: due.map(({ _id }) => _id) }, claimId }).toArray();
    const positions = new Map(due.map(({ _id }, at) => [_id, at]));
    return claimed.sort((a, b) => (positions.get(a._id) as number) - (positions.get(b._id) as number));
  }

  async function updateAll(updates: readonly Update[]): Promise<void> {
    const operations = updates.map(
      ([filter, update]): AnyBulkWriteOperation<MemoryDocument> => ({ updateOne: { filter, update } }),
    );
    if (operations.length > 0) await memories.bulkWrite(operations, { ordered: false });
  }

  return {
    async claim(options) {
      if (isIngest(options)) return claimForIngest(options);
      return (await staleMemories.lease(options)).map((document) => toClaim('reembed', document));
    },

    extend: (claims, until) =>
      updateAll(
        claims.map(
          (claim): Update =>
            claim.purpose === 'ingest'
              ? [heldBy(workerId, claim), { $set: { nextAttemptAt: until } }]
              : [heldForReembedding(claim), { $set: { moveAt: until } }],
        ),
      ),

    release: (claims, at, { rejected } = { rejected: false }) =>
      updateAll(
        claims.map((claim): Update => {
          if (claim.purpose === 'ingest') {
            return [heldBy(workerId, claim), { $set: { nextAttemptAt: at }, $unset: notLeased }];
          }
          const update = { $set: { moveAt: at }, $unset: { moveClaim: '' as const } };
          return [heldForReembedding(claim), rejected ? update : { ...update, $inc: { moveAttempts: -1 } }];
        }),
      ),

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

/** A memory that the worker still has, with the same text. */
export function heldBy(workerId: string, { ownerId, id, revision }: ClaimKey): Filter<MemoryDocument> {
  return { _id: memoryKey(ownerId, id), revision, status: 'pending', leasedBy: workerId };
}

function heldForReembedding({ ownerId, id, revision }: ClaimKey): Filter<MemoryDocument> {
  return { _id: memoryKey(ownerId, id), revision, moveAttempts: { $gte: 1 } };
}

/** Whether the only failures are memories of users that something else is being extracted for. All others are leased. */
function isTakenUser(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return failures.length > 0 && failures.every(({ code }) => code === duplicateKey);
}

function toClaim(purpose: ClaimPurpose, document: MemoryDocument): Claim {
  const { id, userId, revision, text, messages, infer, attempts, moveAttempts = 0 } = document;
  return {
    ...{ purpose, id, userId, revision, text, infer },
    ownerId: ownerOf(document),
    messages: messages === null ? null : JSON.parse(messages),
    attempts: purpose === 'ingest' ? attempts : moveAttempts,
    rejections: document.refusals,
    crashCount: document.interruptions,
    pendingSince: document.pendingSince ?? document.createdAt,
    traceParent: document.traceParent ?? null,
  };
}
