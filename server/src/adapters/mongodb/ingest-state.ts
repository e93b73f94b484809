import { randomUUID } from 'node:crypto';
import { Binary, type MongoClient } from 'mongodb';
import type { Claim, ClaimOptions, MemoryStore } from '../../ports/memory-store.ts';
import { type Collections, memoryKey, type VectorDocument } from './documents.ts';
import { notLeased } from './memory-writes.ts';
import { quantize } from './quantize.ts';
import { inTransaction } from './sessions.ts';

type IngestState = Pick<MemoryStore, 'claim' | 'release' | 'complete' | 'fail' | 'backlog'>;

interface Due {
  _id: string;
  characters: number;
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
  async function findDue({ now, limit, suspectAfter }: ClaimOptions): Promise<Due[][]> {
    const owners = (await memories.distinct('pendingOf', { pendingOf: { $gte: '' } })) as string[];
    const after = owners.filter((owner) => owner > lastServed);
    const inOrder = [...after, ...owners.filter((owner) => owner <= lastServed)];
    const served: Due[][] = [];
    for (let first = 0; first < inOrder.length && served.length < Math.min(limit, ownersMost); first += ownersMost) {
      const asked = inOrder.slice(first, first + ownersMost);
      const found = await Promise.all(
        asked.map((pendingOf) =>
          memories
            .find({ pendingOf, nextAttemptAt: { $lte: now }, interruptions: { $lt: suspectAfter } })
            .sort({ nextAttemptAt: 1, _id: 1 })
            .limit(limit)
            .project<Due>({ characters: { $strLenCP: '$text' } })
            .toArray(),
        ),
      );
      served.push(...found.filter((due) => due.length > 0));
      lastServed = asked.at(-1) ?? '';
    }
    return served;
  }

  async function findSuspect({ now, suspectAfter }: ClaimOptions): Promise<string[]> {
    const suspected = await memories
      .find({ pendingOf: { $gte: '' }, nextAttemptAt: { $lte: now }, interruptions: { $gte: suspectAfter } })
      .sort({ nextAttemptAt: 1 })
      .limit(1)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return suspected.map(({ _id }) => _id);
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
        ({ id, ownerId, revision, text, messages, attempts, refusals, interruptions, pendingSince }): Claim => ({
          ...{ id, ownerId, revision, text, attempts, refusals, interruptions },
          messages: messages === null ? null : JSON.parse(messages),
          pendingSince: pendingSince as number,
        }),
      );
    },

    async release(claims, at) {
      await Promise.all(
        claims.map((claim) =>
          memories.updateOne(stillPending(claim), { $set: { nextAttemptAt: at }, $unset: notLeased }),
        ),
      );
    },

    complete: (results) =>
      inTransaction(client, async (session) => {
        const kept: string[] = [];
        const found: VectorDocument[] = [];
        const indexedAt = Date.now();
        for (const { claim, embedderId, vectors: ofMemory, entities } of results) {
          const wrong = ofMemory.find(({ length }) => length !== dimensions);
          if (wrong) throw new Error(`a vector of ${wrong.length} dimensions in a store for ${dimensions}`);
          const memory = await memories.findOneAndUpdate(
            stillPending(claim),
            {
              $set: { status: 'ready', outcome: 'stored', entities, failure: null, indexedAt },
              $unset: { ...notWaiting, ...notLeased },
            },
            { session, projection: { userId: 1, agentId: 1, runId: 1, labels: 1, occurredAt: 1 } },
          );
          if (!memory) continue;
          const { _id, userId, agentId, runId, labels, occurredAt } = memory;
          const { ownerId, id, revision } = claim;
          kept.push(id);
          for (const [chunk, vector] of ofMemory.entries()) {
            const { scale, values } = quantize(vector);
            found.push({
              _id: `${_id}/${revision}/${chunk}`,
              memory: _id,
              ...{ ownerId, embedderId, userId, agentId, runId, labels, occurredAt, scale, indexedAt },
              vector: Binary.fromInt8Array(values),
            });
          }
        }
        if (found.length > 0) await vectors.insertMany(found, { session });
        return kept;
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

/** For `$unset`. */
const notWaiting = { pendingOf: '', nextAttemptAt: '', pendingSince: '' } as const;

function stillPending({ ownerId, id, revision }: Claim) {
  return { _id: memoryKey(ownerId, id), revision, status: 'pending' as const };
}

/** The oldest of each owner, then the next oldest of each, and so on. */
function inTurn(owners: Due[][], { limit, characters }: ClaimOptions): string[] {
  const taken: string[] = [];
  let left = characters;
  for (let turn = 0; owners.some((due) => turn < due.length); turn++) {
    for (const due of owners) {
      const next = due[turn];
      if (!next) continue;
      if (taken.length >= limit || left <= 0) return taken;
      taken.push(next._id);
      left -= next.characters;
    }
  }
  return taken;
}
