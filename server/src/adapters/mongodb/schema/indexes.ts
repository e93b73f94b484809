import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Collection,
  type Db,
  type IndexDescription,
  type IndexDescriptionInfo,
  MongoNetworkError,
  type MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { hasCode, stepDownCodes } from '../connection/mongo-errors.ts';
import { MongodbError } from '../connection/mongodb-error.ts';
import { type Collections, collectionsOf } from './documents.ts';
import { type IndexOptions, startLimitMs } from './search-indexes.ts';

const present = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });

/** The name of the index that finds the first memory of each account and of each user in one step. */
export const dueIndexName = 'due';
export const extractionIndexName = 'extraction';
/**
 * The name of the index that contains only interrupted memories. Otherwise a query for them would read all pending
 * ones.
 */
export const quarantineIndexName = 'suspect';

/**
 * The indexes for the requests of one account begin with the account. Workers query all accounts, so their indexes
 * contain only pending memories.
 */
const indexes: Record<Exclude<keyof Collections, 'probes' | 'deletionItems'>, IndexDescription[]> = {
  memories: [
    { name: 'scope', key: { ownerId: 1, userId: 1, agentId: 1, runId: 1, wordCount: 1, isEndUser: 1 } },
    { name: 'creation', key: { ownerId: 1, createdAt: 1, _id: 1 } },
    { name: 'user', key: { ownerId: 1, userId: 1, createdAt: 1, _id: 1 } },
    { name: 'userTime', key: { ownerId: 1, userId: 1, occurredAt: 1, _id: 1 } },
    { name: 'agent', key: { ownerId: 1, agentId: 1, createdAt: 1, _id: 1 } },
    { name: 'run', key: { ownerId: 1, runId: 1, createdAt: 1, _id: 1 } },
    { name: 'label', key: { ownerId: 1, labels: 1, createdAt: 1, _id: 1 } },
    { name: 'project', key: { ownerId: 1, projects: 1 } },
    { name: 'term', key: { ownerId: 1, terms: 1, userId: 1, agentId: 1, runId: 1, isEndUser: 1 } },
    { name: 'time', key: { ownerId: 1, occurredAt: 1, _id: 1 } },
    { name: 'fresh', key: { ownerId: 1, indexedAt: 1 } },
    { name: 'conversation', key: { ownerId: 1, conversation: 1, occurredAt: 1, _id: 1 }, ...present('conversation') },
    { name: dueIndexName, key: { infer: 1, pendingOf: 1, nextAttemptAt: 1, _id: 1 }, ...present('pendingOf') },
    {
      name: extractionIndexName,
      key: { infer: 1, pendingOf: 1, userId: 1, nextAttemptAt: 1, _id: 1 },
      partialFilterExpression: { infer: true },
    },
    {
      name: quarantineIndexName,
      key: { interruptions: 1, nextAttemptAt: 1 },
      partialFilterExpression: { interruptions: { $gt: 0 } },
    },
    { name: 'extracting', key: { extracting: 1 }, unique: true, ...present('extracting') },
    { name: 'waiting', key: { pendingSince: 1 }, ...present('pendingSince') },
    { name: 'failed', key: { failedOf: 1 }, ...present('failedOf') },
    { name: 'embedder', key: { embedderId: 1, ownerId: 1, moveAt: 1 }, ...present('embedderId') },
    { name: 'leased', key: { leasedBy: 1 }, ...present('leasedBy') },
    { name: 'imported', key: { importKey: 1 }, unique: true, ...present('importKey') },
    { name: 'expiry', key: { expiresAt: 1 }, ...present('expiresAt') },
    {
      name: 'source',
      key: { ownerId: 1, createdAt: 1, sourceMemoryId: 1 },
      partialFilterExpression: { sourceMemoryId: { $type: 'string' } },
    },
    { name: 'accountExpiry', key: { ownerId: 1, expiresAt: 1 }, ...present('expiresAt') },
  ],
  vectors: [
    { name: 'memory', key: { ownerId: 1, memory: 1 } },
    { name: 'scope', key: { ownerId: 1, embedderId: 1, userId: 1, agentId: 1, runId: 1 } },
    { name: 'fresh', key: { ownerId: 1, embedderId: 1, indexedAt: 1 } },
  ],
  versions: [{ name: 'memory', key: { memory: 1, version: 1 }, unique: true }],
  responses: [
    { name: 'expiry', key: { expiresAt: 1 } },
    { name: 'memory', key: { memory: 1 }, ...present('memory') },
  ],
  usage: [{ name: 'month', key: { ownerId: 1, month: 1 } }],
  accounts: [
    {
      name: 'email',
      key: { emailFolded: 1 },
      unique: true,
      partialFilterExpression: { emailFolded: { $type: 'string' } },
    },
    { name: 'phone', key: { phone: 1 }, unique: true, partialFilterExpression: { phone: { $type: 'string' } } },
    { name: 'deletion', key: { deletionId: 1 }, ...present('deletionId') },
  ],
  tokens: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'expiry', key: { expiresAt: 1 } },
  ],
  keys: [
    { name: 'hash', key: { hash: 1 }, unique: true },
    { name: 'account', key: { accountId: 1, createdAt: 1, _id: 1 } },
    { name: 'live', key: { accountId: 1, revokedAt: 1, expiresAt: 1 } },
  ],
  audit: [
    { name: 'account', key: { accountId: 1, time: 1, _id: 1 } },
    { name: 'age', key: { time: 1 } },
  ],
  webhooks: [{ name: 'account', key: { accountId: 1, disabledReason: 1 } }],
  deliveries: [
    { name: 'webhook', key: { webhook: 1, createdAt: 1, _id: 1 } },
    { name: 'waiting', key: { pendingOf: 1, createdAt: 1, _id: 1 }, ...present('pendingOf') },
    { name: 'due', key: { pendingOf: 1, nextAttemptAt: 1 }, ...present('pendingOf') },
    { name: 'age', key: { createdAt: 1 } },
  ],
  deletions: [
    { name: 'account', key: { accountId: 1, startedAt: 1, _id: 1 } },
    { name: 'kind', key: { accountId: 1, kind: 1, startedAt: 1, _id: 1 } },
    { name: 'secret', key: { accountId: 1, secret: 1 }, partialFilterExpression: { secret: { $type: 'string' } } },
    { name: 'unverified', key: { verifiedAt: 1, startedAt: 1 } },
    { name: 'age', key: { startedAt: 1 } },
  ],
  requests: [
    { name: 'time', key: { ownerId: 1, createdAt: 1, order: 1, statusCode: 1, operation: 1, keyId: 1 } },
    { name: 'age', key: { createdAt: 1 } },
    {
      name: 'limited',
      key: { ownerId: 1, limitedMinute: 1, operation: 1 },
      unique: true,
      ...present('limitedMinute'),
    },
  ],
  requestDays: [
    { name: 'day', key: { ownerId: 1, day: 1 } },
    { name: 'age', key: { day: 1 } },
  ],
  workers: [{ name: 'seen', key: { seenAt: 1 }, expireAfterSeconds: 3_600 }],
};

type Indexed = Pick<Collection, 'collectionName' | 'createIndexes' | 'dropIndex' | 'indexes'>;

/** The codes when another index has the same name or keys: IndexOptionsConflict, IndexKeySpecsConflict. */
const conflictCodes = [85, 86];
/** The code of IndexNotFound, which the server also returns for an index that is not built yet. */
const notDroppedCodes = [27];
/** The error codes of a server that steps down or stops, or of another process that drops or builds the same index. */
const passingCodes = [...stepDownCodes, 276, 12_587];

const pollMs = 500;
const progressMs = 5_000;

/**
 * Creates missing collections and indexes, rebuilds indexes whose definition has changed, and waits until all are
 * built.
 * @throws {MongodbError} when a foreign index is in the way, or building takes longer than the limit
 */
export async function ensureIndexes(
  db: Db,
  { limitMs = startLimitMs, onProgress = () => {} }: Partial<IndexOptions> = {},
): Promise<void> {
  const options = { limitMs, onProgress };
  const collections = collectionsOf(db);
  await Promise.all(
    Object.entries(indexes).map(([name, wanted]) =>
      ensureIndexesOf(collections[name as keyof typeof indexes], wanted, options),
    ),
  );
  await collections.probes.updateOne({ _id: 'probe' }, { $setOnInsert: { beat: 0 } }, { upsert: true });
}

async function ensureIndexesOf(
  collection: Indexed,
  wanted: IndexDescription[],
  { limitMs, onProgress }: IndexOptions,
): Promise<void> {
  const name = collection.collectionName;
  const startedAt = Date.now();
  const over = new AbortController();
  const limit = setTimeout(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new MongodbError(
      `The indexes of the collection ${name} are not built after ${Math.round(limitMs / 1000)} s. The build continues: run mnema migrate, which waits longer, then start again.`,
    );
  });
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    onProgress(`waiting for the indexes of the collection ${name}: ${seconds} s so far`);
  }, progressMs);
  try {
    await Promise.race([create(collection, wanted, over.signal), limit]);
  } finally {
    clearInterval(progress);
    over.abort();
  }
}

/**
 * Creates indexes, and repeats the command if the connection breaks: a long build continues without it. The server
 * builds nothing twice for the same command, and responds when the build is done.
 */
async function create(collection: Indexed, wanted: IndexDescription[], over: AbortSignal): Promise<void> {
  for (let conflicts = 0; !over.aborted; await setTimeout(pollMs)) {
    try {
      const conflict = await tryToCreate(collection, wanted);
      if (!conflict) return;
      conflicts = (await dropChanged(collection, wanted)) ? 0 : conflicts + 1;
      // One conflict without a changed index is normal, because another process may have dropped it in the meantime.
      if (conflicts > 1) throw conflict;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

/** Creates the collection, too. @returns the error when another index is in the way */
async function tryToCreate(collection: Indexed, wanted: IndexDescription[]): Promise<MongoServerError | null> {
  try {
    await collection.createIndexes(wanted);
    return null;
  } catch (error) {
    if (hasCode(error, conflictCodes)) return error;
    throw error;
  }
}

/**
 * Drops indexes that have the name of a wanted one and a different definition.
 * @returns whether there was any
 * @throws {MongodbError} when an index of the same keys has a foreign name: only its owner may drop it
 */
async function dropChanged(collection: Indexed, wanted: IndexDescription[]): Promise<boolean> {
  const found: IndexDescriptionInfo[] = await collection.indexes();
  // An index with one of these names and these keys also has a changed definition.
  const isOurs = ({ name }: IndexDescriptionInfo) => wanted.some((index) => index.name === name);
  const changed: string[] = [];
  for (const index of wanted) {
    const { name = '' } = index;
    const own = found.find((other) => other.name === name);
    if (own && isDeepStrictEqual(definitionOf(own), definitionOf(index))) continue;
    const isEquivalent = (other: IndexDescription) => isDeepStrictEqual(identityOf(other), identityOf(index));
    const foreign = found.find((other) => !isOurs(other) && isEquivalent(other));
    if (foreign) {
      throw new MongodbError(
        `The collection ${collection.collectionName} has an index ${foreign.name} with the same keys as the index ${name}, and MongoDB cannot hold both: drop the index ${foreign.name}, then start again.`,
      );
    }
    if (own) changed.push(name);
  }
  for (const name of changed) {
    try {
      await collection.dropIndex(name);
    } catch (error) {
      if (!hasCode(error, notDroppedCodes)) throw error;
    }
  }
  return changed.length > 0;
}

/** Returns the properties by which the server distinguishes indexes. */
function identityOf({ key, unique, sparse, partialFilterExpression, collation }: IndexDescription) {
  return {
    // The order of keys counts.
    keys: Object.entries(key),
    unique: unique === true,
    sparse: sparse === true,
    partialFilterExpression,
    collation,
  };
}

function definitionOf(index: IndexDescription) {
  return { ...identityOf(index), expireAfterSeconds: index.expireAfterSeconds };
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError || error instanceof MongoServerSelectionError || hasCode(error, passingCodes)
  );
}
