import { randomUUID } from 'node:crypto';
import {
  type AnyBulkWriteOperation,
  type Filter,
  MongoBulkWriteError,
  type MongoClient,
  type UpdateFilter,
} from 'mongodb';
import type { Claim, ClaimOptions, MemoryStore } from '../../../ports/memory-store.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, type MemoryDocument, memoryKey, ownerOf } from '../schema/documents.ts';
import { dueIndexName, extractionIndexName, suspectIndexName } from '../schema/indexes.ts';
import { checkDimensions, toVectorDocuments, type VectorScope, vectorScopeFields } from './memory-vectors.ts';
import { notLeased, notWaiting } from './pending-memory.ts';

type Completed = VectorScope & { _id: string };

type IngestState = Pick<MemoryStore, 'claim' | 'extend' | 'release' | 'complete' | 'fail' | 'backlog'>;

interface Due {
  _id: string;
  nextAttemptAt: number;
  characters: number;
  infer: boolean;
}

/** A memory that facts are being extracted from. */
interface UnderWay {
  _id: string;
  extracting: string;
  nextAttemptAt: number;
}

/** By what they are extracting. */
type Places = ReadonlyMap<string, UnderWay>;

interface DueOfUser extends Due {
  userId: string;
}

/** Of those of a user that facts are to be extracted from. */
interface UserFirst {
  _id: string;
  next: number;
  memory: string;
}

const dueFields = { nextAttemptAt: 1, characters: 1, infer: 1 } as const;
const duplicateKey = 11_000;

/** Owners that get a turn in one claim at most; the next claim begins with the others. */
const ownersMost = 16;
/** How often one claim looks again because others took what it had found. */
const claimRoundsMost = 10;

/** What workers do with memories. `workerId` names this process on what it has; see `workers.ts` for the doubtful. */
export function createIngestState(
  client: MongoClient,
  { memories, vectors }: Collections,
  { workerId, dimensions, doubtful }: { workerId: string; dimensions: number; doubtful: () => readonly string[] },
): IngestState {
  let lastServed = '';
  /** Claims that nobody has heard the end of: what they took is in no worker's hands. */
  const unheard = new Set<string>();

  /** Instead of leaving it until the lease ends. */
  async function putBack(now: number): Promise<void> {
    if (unheard.size === 0) return;
    const claimIds = [...unheard];
    await memories.updateMany(
      { leasedBy: workerId, claimId: { $in: claimIds } },
      { $set: { nextAttemptAt: now }, $unset: notLeased, $inc: { attempts: -1 } },
    );
    for (const claimId of claimIds) unheard.delete(claimId);
  }

  /** Due, and not with a worker that may have ended: that it was interrupted is counted first. */
  function dueAt(now: number): Filter<MemoryDocument> {
    const others = doubtful();
    return { nextAttemptAt: { $lte: now }, ...(others.length > 0 ? { leasedBy: { $nin: [...others] } } : {}) };
  }

  /** The same, of what has not been interrupted often. */
  function unsuspectedAt({ now, suspectAfter }: Pick<ClaimOptions, 'now' | 'suspectAfter'>): Filter<MemoryDocument> {
    return { ...dueAt(now), interruptions: { $lt: suspectAfter } };
  }

  /** Where the users of an owner were left that facts are extracted for, so that all get their turn. */
  const lastUsers = new Map<string, string>();

  /** The owners of whom something is due, in the order of their names: one step through the index for each. */
  async function findOwners(infer: boolean, now: number): Promise<string[]> {
    const owners = await memories
      .aggregate<{ _id: string; next: number }>(
        [
          { $match: { infer, pendingOf: { $gte: '' } } },
          { $sort: { pendingOf: 1, nextAttemptAt: 1, _id: 1 } },
          { $group: { _id: '$pendingOf', next: { $first: '$nextAttemptAt' } } },
        ],
        { hint: dueIndexName },
      )
      .toArray();
    return owners.filter(({ next }) => next <= now).map(({ _id }) => _id);
  }

  /** Of some owners, in turn from claim to claim, the oldest that are due. */
  async function findDue(options: ClaimOptions, places: Places): Promise<Due[][]> {
    const { limit, now, extractions } = options;
    const [ofPlain, ofExtractions] = await Promise.all([
      findOwners(false, now),
      extractions > 0 ? findOwners(true, now) : [],
    ]);
    const [plainOwners, extractionOwners] = [new Set(ofPlain), new Set(ofExtractions)];
    const inOrder = inTurnAfter(lastServed, [...new Set([...ofPlain, ...ofExtractions])].toSorted());
    const served: Due[][] = [];
    for (let first = 0; first < inOrder.length && served.length < Math.min(limit, ownersMost); first += ownersMost) {
      const asked = inOrder.slice(first, first + ownersMost);
      const found = await Promise.all(
        asked.map(async (owner) => {
          const [plain, ofUsers] = await Promise.all([
            plainOwners.has(owner) ? findPlain(owner, options) : [],
            extractionOwners.has(owner) ? findExtractions(owner, options, places) : [],
          ]);
          const inTime = (a: Due, b: Due) => a.nextAttemptAt - b.nextAttemptAt || (a._id < b._id ? -1 : 1);
          return [...plain, ...ofUsers].toSorted(inTime);
        }),
      );
      served.push(...found.filter((due) => due.length > 0));
      lastServed = asked.at(-1) ?? '';
    }
    return served;
  }

  function findPlain(pendingOf: string, options: ClaimOptions): Promise<Due[]> {
    return memories
      .find({ pendingOf, infer: false, ...unsuspectedAt(options) })
      .sort({ nextAttemptAt: 1, _id: 1 })
      .limit(options.limit)
      .project<Due>(dueFields)
      .toArray();
  }

  /** The oldest of each user that nothing is being extracted for; one user after the other, from claim to claim. */
  async function findExtractions(pendingOf: string, options: ClaimOptions, places: Places): Promise<Due[]> {
    const { now, limit, extractions } = options;
    const most = Math.min(extractions, limit);
    const firsts = await memories
      .aggregate<UserFirst>(
        [
          { $match: { infer: true, pendingOf } },
          { $sort: { userId: 1, nextAttemptAt: 1, _id: 1 } },
          { $group: { _id: '$userId', next: { $first: '$nextAttemptAt' }, memory: { $first: '$_id' } } },
        ],
        { hint: extractionIndexName },
      )
      .toArray();
    const free = new Map<string, string>();
    for (const { _id: userId, next, memory } of firsts) {
      const held = places.get(extractionKey({ pendingOf, userId }));
      // A lease that has ended without a word goes on with the same memory, which has the user's place.
      if (next <= now && !(held && held.nextAttemptAt > now)) free.set(userId, held?._id ?? memory);
    }
    const users = inTurnAfter(lastUsers.get(pendingOf) ?? '', [...free.keys()].toSorted());
    const found: DueOfUser[] = [];
    for (let first = 0; first < users.length && found.length < most; first += most) {
      const asked = users.slice(first, first + most);
      const ofUser = await findUnsuspected(
        asked.map((userId) => free.get(userId) as string),
        options,
      );
      for (const userId of asked) {
        const due = ofUser.get(userId) ?? (await findNextOf(pendingOf, userId, options, places));
        if (due) found.push(due);
      }
    }
    const taken = found.slice(0, most);
    const last = taken.at(-1);
    if (last && taken.length === most) lastUsers.set(pendingOf, last.userId);
    else lastUsers.delete(pendingOf);
    return taken;
  }

  /** By user. */
  async function findUnsuspected(keys: string[], options: ClaimOptions): Promise<Map<string, DueOfUser>> {
    const found = await memories
      .find({ _id: { $in: keys }, infer: true, ...unsuspectedAt(options) })
      .project<DueOfUser>({ ...dueFields, userId: 1 })
      .toArray();
    return new Map(found.map((due) => [due.userId, due]));
  }

  /** Of a user whose oldest is under suspicion, and does not have the user's place. */
  async function findNextOf(
    pendingOf: string,
    userId: string,
    options: ClaimOptions,
    places: Places,
  ): Promise<DueOfUser | null> {
    if (places.has(extractionKey({ pendingOf, userId }))) return null;
    return memories.findOne<DueOfUser>(
      { infer: true, pendingOf, userId, ...unsuspectedAt(options) },
      { sort: { nextAttemptAt: 1, _id: 1 }, projection: { ...dueFields, userId: 1 } },
    );
  }

  async function findSuspect({ now, suspectAfter, extractions }: ClaimOptions, places: Places): Promise<Due[]> {
    const suspects = memories
      .find({
        pendingOf: { $gte: '' },
        ...dueAt(now),
        interruptions: { $gte: suspectAfter },
        ...(extractions > 0 ? {} : { infer: false }),
      })
      .hint(suspectIndexName)
      .sort({ nextAttemptAt: 1 })
      .project<Due & Pick<MemoryDocument, 'userId' | 'pendingOf'>>({ ...dueFields, userId: 1, pendingOf: 1 });
    for await (const suspect of suspects) {
      const held = places.get(extractionKey(suspect));
      if (!suspect.infer || !(held && held.nextAttemptAt > now)) return [suspect];
    }
    return [];
  }

  /**
   * Those that can be had of `due`, in their order. One of two workers that have found the same gets it: the other sees
   * that it is not due any more, or that the user's place is taken.
   */
  async function lease(
    due: readonly Due[],
    claimId: string,
    { now, leaseMs }: ClaimOptions,
  ): Promise<MemoryDocument[]> {
    const set = { nextAttemptAt: now + leaseMs, leasedBy: workerId, claimId };
    const plain = due.filter(({ infer }) => !infer).map(({ _id }) => _id);
    const extractions = due.filter(({ infer }) => infer).map(({ _id }) => _id);
    const operations: AnyBulkWriteOperation<MemoryDocument>[] = extractions.map((_id) => ({
      updateOne: {
        filter: { _id, nextAttemptAt: { $lte: now }, infer: true },
        update: [
          {
            $set: {
              ...set,
              attempts: { $add: ['$attempts', 1] },
              extracting: { $concat: ['$pendingOf', ' ', '$userId'] },
            },
          },
        ],
      },
    }));
    if (plain.length > 0) {
      const filter = { _id: { $in: plain }, nextAttemptAt: { $lte: now } };
      operations.push({ updateMany: { filter, update: { $set: set, $inc: { attempts: 1 } } } });
    }
    await memories.bulkWrite(operations, { ordered: false }).catch((error: unknown) => {
      if (!isTakenPlace(error)) throw error;
    });
    const claimed = await memories.find({ _id: { $in: due.map(({ _id }) => _id) }, claimId }).toArray();
    const places = new Map(due.map(({ _id }, at) => [_id, at]));
    return claimed.sort((a, b) => (places.get(a._id) as number) - (places.get(b._id) as number));
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
      await putBack(options.now);
      const claimIds: string[] = [];
      try {
        const taken: Claim[] = [];
        for (let round = 0; round < claimRoundsMost; round++) {
          const left = leftOf(options, taken);
          if (left.limit <= 0 || left.characters <= 0) break;
          const underWay = await memories
            .find({ extracting: { $gte: '' } })
            .project<UnderWay>({ extracting: 1, nextAttemptAt: 1 })
            .toArray();
          const places = new Map(underWay.map((one) => [one.extracting, one]));
          let due = inTurn(await findDue(left, places), left);
          if (due.length === 0 && taken.length === 0 && options.suspect) due = await findSuspect(options, places);
          if (due.length === 0) break;
          const claimId = randomUUID();
          claimIds.push(claimId);
          const claimed = await lease(due, claimId, options);
          taken.push(...claimed.map(toClaim));
          // Another worker was quicker with the rest: it must not go away with less than there is.
          if (claimed.length === due.length) break;
        }
        return taken;
      } catch (error) {
        for (const claimId of claimIds) unheard.add(claimId);
        throw error;
      }
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
          const quantized = ofMemory.map(quantize);
          return toVectorDocuments(memory, { revision: claim.revision, embedderId, vectors: quantized }, indexedAt);
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
            held(claim),
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

/** Names in order, beginning with the first after `last`. */
function inTurnAfter(last: string, names: readonly string[]): string[] {
  return [...names.filter((name) => name > last), ...names.filter((name) => name <= last)];
}

/** At most one memory has each of these: there is a unique index. */
function extractionKey({ pendingOf, userId }: { pendingOf?: string; userId: string }): string {
  return `${pendingOf} ${userId}`;
}

/** Of what was leased together, something else was extracted for the same user meanwhile. All others are leased. */
function isTakenPlace(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const failed = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return failed.length > 0 && failed.every(({ code }) => code === duplicateKey);
}

function stillPending({ ownerId, id, revision }: Claim) {
  return { _id: memoryKey(ownerId, id), revision, status: 'pending' as const };
}

function toClaim(document: MemoryDocument): Claim {
  const { id, userId, revision, text, messages, infer, attempts, refusals, interruptions } = document;
  return {
    ...{ id, userId, revision, text, infer, attempts, refusals, interruptions },
    ownerId: ownerOf(document),
    messages: messages === null ? null : JSON.parse(messages),
    pendingSince: document.pendingSince as number,
    traceParent: document.traceParent ?? null,
  };
}

function leftOf(options: ClaimOptions, taken: readonly Claim[]): ClaimOptions {
  return {
    ...options,
    limit: options.limit - taken.length,
    characters: options.characters - taken.reduce((sum, { text }) => sum + text.length, 0),
    extractions: options.extractions - taken.filter(({ infer }) => infer).length,
  };
}

/** The oldest of each owner, then the next oldest of each, and so on. */
function inTurn(owners: Due[][], { limit, characters, extractions }: ClaimOptions): Due[] {
  const taken: Due[] = [];
  let left = characters;
  let extracted = 0;
  for (let turn = 0; owners.some((due) => turn < due.length); turn++) {
    for (const due of owners) {
      const next = due[turn];
      if (!next) continue;
      if (taken.length >= limit || left <= 0) return taken;
      if (next.infer && extracted === extractions) continue;
      extracted += Number(next.infer);
      taken.push(next);
      left -= next.characters;
    }
  }
  return taken;
}
