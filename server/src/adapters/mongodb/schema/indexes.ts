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
import type { AnyKind } from '../../../ports/record-store.ts';
import { hasCode, MongodbError, stepDownCodes } from '../connection/mongo-errors.ts';
import { workersOf } from '../connection/workers.ts';
import { collectionOf, recordIndexes } from '../records/stored-documents.ts';
import { awaitBuild, type BuildOptions, pollMs } from './await-build.ts';

/** The collection of the processes that work on memories. MongoDB removes the entries of ended ones. */
const workerIndexes: IndexDescription[] = [{ name: 'seen', key: { seenAt: 1 }, expireAfterSeconds: 3_600 }];

type Indexed = Pick<Collection, 'collectionName' | 'createIndexes' | 'dropIndex' | 'indexes'> & { db: Db };

/** The codes when another index has the same name or keys: IndexOptionsConflict, IndexKeySpecsConflict. */
const conflictCodes = [85, 86];
/** The code of IndexNotFound, which the server also returns for an index that is not built yet. */
const notDroppedCodes = [27];
/** The error codes of a server that steps down or stops, or of another process that drops or builds the same index. */
const passingCodes = [...stepDownCodes, 276, 12_587];

/**
 * Creates missing collections and indexes, rebuilds indexes whose definition has changed, and waits until all are
 * built.
 * @throws {MongodbError} when a foreign index is in the way, or building takes longer than the limit
 */
export async function ensureIndexes(db: Db, kinds: readonly AnyKind[], options: BuildOptions = {}): Promise<void> {
  const ensure = (collection: Indexed, wanted: IndexDescription[]) => {
    const subject = `the indexes of the collection ${collection.collectionName}`;
    const state = { present: (seconds: number) => `${seconds} s so far`, late: () => 'are not built' };
    return awaitBuild(subject, (over) => create(collection, wanted, over), state, options);
  };
  await Promise.all([
    ensure(workersOf(db) as never, workerIndexes),
    ...kinds.map((kind) => ensure(collectionOf(db, kind) as never, recordIndexes(kind))),
  ]);
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
    if (wanted.length > 0) await collection.createIndexes(wanted);
    else await collection.db.createCollection(collection.collectionName);
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
