import { randomUUID } from 'node:crypto';
import type { AnyBulkWriteOperation, Filter, MongoClient, UpdateFilter } from 'mongodb';
import type { Claim, ClaimOptions, MemoryStore } from '../../ports/memory-store.ts';
import { type Collections, type MemoryDocument, memoryKey, ownerOf } from './documents.ts';
import { checkDimensions, toVectorDocuments, type VectorScope, vectorScopeFields } from './memory-vectors.ts';
import { notLeased, notWaiting } from './pending-memory.ts';
import { inTransaction } from './sessions.ts';

type Completed = VectorScope & { _id: string };

type IngestState = Pick<MemoryStore, 'claim' | 'extend' | 'release' | 'complete' | 'fail' | 'backlog'>;

interface Due {
  _id: string;
  characters: number;
  infer: boolean;
}

/** Owners that get a turn in one claim at most; the next claim begins with the others. */
const ownersMost = 16;

/** What workers do with memories. `workerId` names this process on what it has. */
export function createIngestState(
  client: MongoClient,
  { memories, vectors }: Collections,
  { workerId, dimensions }: { workerId: string; dimensions: number },
): IngestState {
  let lastServed = '';

  /** Of some owners, in turn from claim to claim, the oldest that are due. */
  async function findDue({ now, limit, suspectAfter, extractions }: ClaimOptions): Promise<Due[][]> {
    const owners = (await memories.distinct('pendingOf', { pendingOf: { $gte: '' } })) as string[];
    const after = owners.filter((owner) => owner > lastServed);
    const inOrder = [...after, ...owners.filter((owner) => owner <= lastServed)];
    const served: Due[][] = [];
    for (let first = 0; first < inOrder.length && served.length < Math.min(limit, ownersMost); first += ownersMost) {
      const asked = inOrder.slice(first, first + ownersMost);
      const found = await Promise.all(
        asked.map((pendingOf) =>
          memories
            .find({
              pendingOf,
              nextAttemptAt: { $lte: now },
              interruptions: { $lt: suspectAfter },
              ...without(extractions),
            })
            .sort({ nextAttemptAt: 1, _id: 1 })
            .limit(limit)
            .project<Due>({ characters: { $strLenCP: '$text' }, infer: 1 })
            .toArray(),
        ),
      );
      served.push(...found.filter((due) => due.length > 0));
      lastServed = asked.at(-1) ?? '';
    }
    return served;
  }

  async function findSuspect({ now, suspectAfter, extractions }: ClaimOptions): Promise<string[]> {
    const suspected = await memories
      .find({
        pendingOf: { $gte: '' },
        nextAttemptAt: { $lte: now },
        interruptions: { $gte: suspectAfter },
        ...without(extractions),
      })
      .sort({ nextAttemptAt: 1 })
      .limit(1)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return suspected.map(({ _id }) => _id);
  }

  /** Still with this worker, and the same. */
  const held = (claim: Claim) => ({ ...stillPending(claim), leasedBy: workerId });

  async function updateAll(
    updates: readonly (readonly [Filter<MemoryDocument>, UpdateFilter<MemoryDocument>])[],
  ): Promise<void> {
    const operations = updates.map(
      ([filter, update]): AnyBulkWriteOperation<MemoryDocument> => ({ updateOne: { filter, update } }),
    );
    if (operations.length > 0) await memories.bulkWrite(operations, { ordered: false });
  }

  return {
    async claim(options) {
      let keys = inTurn(await findDue(options), options);
      if (keys.length === 0 && options.suspect) keys = await findSuspect(options);
      if (keys.length === 0) return [];
      const claimId = randomUUID();
      const { now, leaseMs } = options;
      // One of two workers that have found the same gets it: the other sees that it is not due any more.
      await memories.updateMany(
        { _id: { $in: keys }, nextAttemptAt: { $lte: now } },
        { $set: { nextAttemptAt: now + leaseMs, leasedBy: workerId, claimId }, $inc: { attempts: 1 } },
      );
      const claimed = await memories.find({ _id: { $in: keys }, claimId }).toArray();
      const places = new Map(keys.map((key, at) => [key, at]));
      claimed.sort((a, b) => (places.get(a._id) as number) - (places.get(b._id) as number));
      return claimed.map(
        ({
          _id,
          id,
          userId,
          revision,
          text,
          messages,
          infer,
          attempts,
          refusals,
          interruptions,
          pendingSince,
        }): Claim => ({
          ...{ id, userId, revision, text, infer, attempts, refusals, interruptions },
          ownerId: ownerOf({ _id }),
          messages: messages === null ? null : JSON.parse(messages),
          pendingSince: pendingSince as number,
        }),
      );
    },

    async extend(claims, until) {
      await updateAll(claims.map((claim) => [held(claim), { $set: { nextAttemptAt: until } }]));
    },

    async release(claims, at) {
      await updateAll(claims.map((claim) => [held(claim), { $set: { nextAttemptAt: at }, $unset: notLeased }]));
    },

    complete: (results) =>
      inTransaction(client, async (session) => {
        for (const { vectors: ofMemory } of results) checkDimensions(ofMemory, dimensions);
        const found = await memories
          .find({ $or: results.map(({ claim }) => stillPending(claim)) }, { session })
          .project<Completed>(vectorScopeFields)
          .toArray();
        const byKey = new Map(found.map((memory) => [memory._id, memory]));
        const kept = results.filter(({ claim }) => byKey.has(memoryKey(claim.ownerId, claim.id)));
        if (kept.length === 0) return [];
        const indexedAt = Date.now();
        const set = { status: 'ready', failure: null, indexedAt } as const;
        await memories.bulkWrite(
          kept.map(({ claim, embedderId, entities }) => ({
            updateOne: {
              filter: stillPending(claim),
              update: [
                // What extraction made of it stands. As a literal: a name may begin with a dollar sign.
                {
                  $set: {
                    ...set,
                    ...{ embedderId: { $literal: embedderId }, moveAt: 0, moveAttempts: 0 },
                    outcome: { $ifNull: ['$outcome', 'stored'] },
                    entities: { $literal: entities },
                  },
                },
                { $unset: [...Object.keys(notWaiting), ...Object.keys(notLeased)] },
              ],
            },
          })),
          { session, ordered: false },
        );
        const made = kept.flatMap(({ claim, embedderId, vectors: ofMemory }) => {
          const memory = byKey.get(memoryKey(claim.ownerId, claim.id)) as Completed;
          return toVectorDocuments(memory, { revision: claim.revision, embedderId, vectors: ofMemory }, indexedAt);
        });
        if (made.length > 0) await vectors.insertMany(made, { session });
        return kept.map(({ claim }) => claim.id);
      }),

    async fail(failures) {
      const recorded = await Promise.all(
        failures.map(async ({ claim, failure, refusal, retryAt }) => {
          const set = { failure, interruptions: 0 };
          const more = { $inc: { refusals: Number(refusal) } };
          const { matchedCount } = await memories.updateOne(
            stillPending(claim),
            retryAt === null
              ? {
                  $set: { ...set, status: 'failed', failedOf: claim.ownerId },
                  $unset: { ...notWaiting, ...notLeased },
                  ...more,
                }
              : { $set: { ...set, nextAttemptAt: retryAt }, $unset: notLeased, ...more },
          );
          return matchedCount === 1 ? [claim.id] : [];
        }),
      );
      return recorded.flat();
    },

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

/** While no more extractions are wanted, only what needs none. */
function without(extractions: number) {
  return extractions > 0 ? {} : { infer: false };
}

function stillPending({ ownerId, id, revision }: Claim) {
  return { _id: memoryKey(ownerId, id), revision, status: 'pending' as const };
}

/** The oldest of each owner, then the next oldest of each, and so on. */
function inTurn(owners: Due[][], { limit, characters, extractions }: ClaimOptions): string[] {
  const taken: string[] = [];
  let left = characters;
  let extracted = 0;
  for (let turn = 0; owners.some((due) => turn < due.length); turn++) {
    for (const due of owners) {
      const next = due[turn];
      if (!next) continue;
      if (taken.length >= limit || left <= 0) return taken;
      if (next.infer && extracted === extractions) continue;
      extracted += Number(next.infer);
      taken.push(next._id);
      left -= next.characters;
    }
  }
  return taken;
}
