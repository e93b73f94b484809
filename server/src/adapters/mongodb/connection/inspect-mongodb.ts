import { setTimeout as sleep } from 'node:timers/promises';
import { type Collection, type Db, type Document, type MongoClient, MongoServerError } from 'mongodb';
import { type Collections, collectionsOf } from '../schema/documents.ts';
import {
  dimensionsOf,
  findSearchIndex,
  matches,
  noSearchCodes,
  type SearchIndex,
  vectorIndex,
  wordIndex,
} from '../schema/search-indexes.ts';
import { readFormat } from '../schema/store-format.ts';
import { createClient, databaseOf, isNameError, isUriError, toStartError } from './connect.ts';
import { hasCode, storeCondition } from './mongo-errors.ts';
import { MongodbError } from './mongodb-error.ts';
import { settledReads } from './sessions.ts';

export type MongodbFacts =
  | { kind: 'unreachable'; obstacle: MongodbObstacle; reason: string }
  | {
      kind: 'connected';
      database: string;
      version: string;
      pingMs: number;
      /** Whether it has transactions: a replica set or a sharded cluster. */
      replicated: boolean;
      store: { kind: 'present' } | { kind: 'absent' } | { kind: 'newer'; reason: string };
      /** A write that a majority confirmed, and a read; null where there is no store yet, and nothing was tried. */
      write: { kind: 'done'; ms: number } | { kind: 'failed'; reason: string } | null;
      /** null: it has no search. */
      searchIndexes: SearchIndexFacts[] | null;
      /** Milliseconds since the epoch. */
      newestMemoryAt: number | null;
    };

export type MongodbObstacle = 'uri' | 'name' | 'credentials' | 'right' | 'tls' | 'network';

export interface SearchIndexFacts {
  name: string;
  state:
    | { kind: 'ready' }
    | { kind: 'missing' }
    | { kind: 'building'; status: string; queryable: boolean }
    | { kind: 'failed'; reason: string }
    | { kind: 'of_other_type'; type: string }
    | { kind: 'of_other_dimensions'; dimensions: number; wanted: number }
    | { kind: 'outdated' };
}

/** The whole look takes no longer, whatever hangs. */
const limitMs = 10_000;
const stepMs = 4_000;

/** Looks at the store without creating or changing anything but the probe document of a store that is there. */
export async function inspectMongodb(uri: string, { dimensions }: { dimensions: number }): Promise<MongodbFacts> {
  let client: MongoClient | undefined;
  const late = new AbortController();
  try {
    client = createClient(uri, {
      appName: 'mnema-doctor',
      serverSelectionTimeoutMS: stepMs,
      connectTimeoutMS: stepMs,
      socketTimeoutMS: stepMs,
      waitQueueTimeoutMS: stepMs,
    });
    return await Promise.race([
      examine(client, uri, dimensions),
      sleep(limitMs, undefined, { signal: late.signal }).then(
        (): MongodbFacts => ({ kind: 'unreachable', obstacle: 'network', reason: `no answer within ${limitMs} ms` }),
      ),
    ]);
  } catch (error) {
    return { kind: 'unreachable', ...toObstacle(error) };
  } finally {
    late.abort();
    await client?.close(true);
  }
}

async function examine(client: MongoClient, uri: string, dimensions: number): Promise<MongodbFacts> {
  await client.connect();
  const admin = client.db('admin');
  const startedAt = performance.now();
  const hello = await admin.command({ hello: 1 });
  const pingMs = performance.now() - startedAt;
  const { version } = await admin.command({ buildInfo: 1 });
  const database = databaseOf(client, uri);
  const db = client.db(database, settledReads);
  const collections = collectionsOf(db);
  const store = await lookForStore(db);
  return {
    kind: 'connected',
    database,
    version: String(version),
    pingMs,
    replicated: hello['setName'] !== undefined || hello['msg'] === 'isdbgrid',
    store,
    write: store.kind === 'present' ? await tryWrite(collections) : null,
    searchIndexes: await lookAtSearchIndexes(collections, dimensions),
    newestMemoryAt: await readNewestMemoryAt(collections),
  };
}

async function lookForStore(db: Db) {
  try {
    return (await readFormat(db)) ? ({ kind: 'present' } as const) : ({ kind: 'absent' } as const);
  } catch (error) {
    if (error instanceof MongodbError) return { kind: 'newer' as const, reason: error.message };
    throw error;
  }
}

async function tryWrite({ probes }: Collections): Promise<Extract<MongodbFacts, { kind: 'connected' }>['write']> {
  const startedAt = performance.now();
  try {
    await probes.updateOne(
      { _id: 'probe' },
      { $inc: { beat: 1 } },
      { upsert: true, writeConcern: { w: 'majority', journal: true, wtimeoutMS: stepMs } },
    );
    await probes.findOne({ _id: 'probe' });
    return { kind: 'done', ms: performance.now() - startedAt };
  } catch (error) {
    return { kind: 'failed', reason: storeCondition(error) ?? messageOf(error) };
  }
}

async function lookAtSearchIndexes(
  { memories, vectors }: Collections,
  dimensions: number,
): Promise<SearchIndexFacts[] | null> {
  try {
    return [await lookAt(memories, wordIndex), await lookAt(vectors, vectorIndex(dimensions))];
  } catch (error) {
    if (hasCode(error, noSearchCodes)) return null;
    throw error;
  }
}

async function lookAt<Stored extends Document>(
  collection: Collection<Stored>,
  wanted: SearchIndex,
): Promise<SearchIndexFacts> {
  const { name } = wanted;
  const found = await findSearchIndex(collection, name);
  if (!found) return { name, state: { kind: 'missing' } };
  if (found.type !== undefined && found.type !== wanted.type) {
    return { name, state: { kind: 'of_other_type', type: found.type } };
  }
  const [had, wants] = [found.latestDefinition, wanted.definition].map(dimensionsOf);
  if (had !== undefined && wants !== undefined && had !== wants) {
    return { name, state: { kind: 'of_other_dimensions', dimensions: had, wanted: wants } };
  }
  if (!matches(found, wanted)) return { name, state: { kind: 'outdated' } };
  const { status = 'unknown', queryable = false } = found;
  if (status === 'FAILED') return { name, state: { kind: 'failed', reason: found.message ?? 'no reason was given' } };
  if (status !== 'READY' || !queryable) return { name, state: { kind: 'building', status, queryable } };
  return { name, state: { kind: 'ready' } };
}

async function readNewestMemoryAt({ memories }: Collections): Promise<number | null> {
  const latest = await memories.findOne({}, { sort: { $natural: -1 }, projection: { createdAt: 1 } });
  return latest?.createdAt ?? null;
}

/** Authentication failed, here and at Atlas. */
const credentialCodes = [18, 8000];

function toObstacle(error: unknown): { obstacle: MongodbObstacle; reason: string } {
  if (isUriError(error)) return toObstacle(toStartError(error));
  const reason = messageOf(error);
  if (error instanceof MongodbError) return { obstacle: 'uri', reason: error.message };
  const code = error instanceof MongoServerError ? Number(error.code) : undefined;
  if (code !== undefined && credentialCodes.includes(code)) return { obstacle: 'credentials', reason };
  if (code === 13) return { obstacle: 'right', reason };
  if (isNameError(error)) return { obstacle: 'name', reason };
  if (/\b(ssl|tls|certificate|self-signed|secure)\b/i.test(reason)) return { obstacle: 'tls', reason };
  return { obstacle: 'network', reason };
}

/** The driver's own messages name hosts, and never a password. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\/\/[^/\s]*@/g, '//(hidden)@').replaceAll(/\s+/g, ' ');
}
