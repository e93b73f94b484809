import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Db, type IndexDescription, MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { AnyKind } from '../../../ports/record-store.ts';
import { hasCode, MongodbError, onlyCodes, stepDownCodes } from '../connection/mongo-errors.ts';
import { workersOf } from '../connection/workers.ts';
import { recordIndexes } from '../records/stored-documents.ts';

/** The collection of the processes that work on memories. MongoDB removes the entries of ended ones. */
const workerIndexes: IndexDescription[] = [{ name: 'seen', key: { seenAt: 1 }, expireAfterSeconds: 3_600 }];

/** The codes when another index has the same name or keys: IndexOptionsConflict, IndexKeySpecsConflict. */
const conflictCodes = [85, 86];
/** The code of IndexNotFound, which the server also returns for an index that is not built yet. */
const notDroppedCodes = [27];
/** The error codes of a server that steps down or stops, or of another process that drops or builds the same index. */
const passingCodes = [...stepDownCodes, 276, 12_587];

/** Creates missing collections and indexes, rebuilds changed ones, and waits for all. @throws {MongodbError} */
export async function ensureIndexes(db: Db, kinds: readonly AnyKind[], options: BuildOptions = {}): Promise<void> {
  const ensure = (name: string, wanted: IndexDescription[]) => {
    const subject = `the indexes of the collection ${name}`;
    const state = { present: (seconds: number) => `${seconds} s so far`, late: () => 'are not built' };
    return awaitBuild(subject, (over) => create(db, name, wanted, over), state, options);
  };
  await Promise.all([
    ensure(workersOf(db).collectionName, workerIndexes),
    ...kinds.map((kind) => ensure(kind.name, recordIndexes(kind))),
  ]);
}

/** A long build continues when the connection breaks. The server builds nothing twice, and responds when it is done. */
async function create(db: Db, name: string, wanted: IndexDescription[], over: AbortSignal): Promise<void> {
  const createAll = () => (wanted.length > 0 ? db.collection(name).createIndexes(wanted) : db.createCollection(name));
  for (let conflicts = 0; !over.aborted; await setTimeout(pollMs)) {
    try {
      const conflict = await createAll().then(() => null, onlyCodes(conflictCodes));
      if (!conflict) return;
      conflicts = (await dropChanged(db, name, wanted)) ? 0 : conflicts + 1;
      // One conflict without a changed index is normal, because another process may have dropped it in the meantime.
      if (conflicts > 1) throw conflict;
    } catch (error) {
      const isBroken = error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
      if (!isBroken && !hasCode(error, passingCodes)) throw error;
    }
  }
}

/** Drops changed indexes. @returns whether there was any @throws {MongodbError} if a foreign index has the keys */
async function dropChanged(db: Db, collection: string, wanted: IndexDescription[]): Promise<boolean> {
  const found: IndexDescription[] = await db.collection(collection).indexes();
  const names = new Set(wanted.map(({ name }) => name));
  // An index with one of these names and these keys also has a changed definition.
  const others = found.filter(({ name }) => !names.has(name));
  const changed: string[] = [];
  for (const index of wanted) {
    const { name = '' } = index;
    const own = found.find((one) => one.name === name);
    if (own && isDeepStrictEqual(definitionOf(own), definitionOf(index))) continue;
    const foreign = others.find((other) => isDeepStrictEqual(identityOf(other), identityOf(index)));
    if (foreign) {
      const message = `The collection ${collection} has an index ${foreign.name} with the same keys as the index ${name}, and MongoDB cannot hold both: drop the index ${foreign.name}, then start again.`;
      throw new MongodbError(message);
    }
    if (own) changed.push(name);
  }
  for (const name of changed) await db.collection(collection).dropIndex(name).catch(onlyCodes(notDroppedCodes));
  return changed.length > 0;
}

/** Returns the properties by which the server distinguishes indexes. */
function identityOf(index: IndexDescription) {
  const { key, unique = false, sparse = false, partialFilterExpression, collation } = index;
  // The order of keys counts.
  return { keys: Object.entries(key), unique, sparse, partialFilterExpression, collation };
}

function definitionOf(index: IndexDescription) {
  return { ...identityOf(index), expireAfterSeconds: index.expireAfterSeconds };
}

export type BuildOptions = { limitMs?: number; onProgress?(message: string): void };

export const pollMs = 500;
const progressMs = 5_000;

export async function awaitBuild(
  subject: string,
  build: (over: AbortSignal) => Promise<void>,
  state: { present(seconds: number): string; late(): string },
  { limitMs = 5 * 60_000, onProgress = () => {} }: BuildOptions,
): Promise<void> {
  const over = new AbortController();
  const startedAt = Date.now();
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    onProgress(`waiting for ${subject}: ${state.present(seconds)}`);
  }, progressMs);
  const fail = () => {
    const message = `T${subject.slice(1)} ${state.late()} after ${Math.round(limitMs / 1_000)} s. The build continues: run mnema migrate, which waits longer, then start again.`;
    throw new MongodbError(message);
  };
  try {
    await withTimeout(limitMs, () => build(over.signal), fail);
  } finally {
    clearInterval(progress);
    over.abort();
  }
}
