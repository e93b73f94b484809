import { setTimeout } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type AtlasProxy, startAtlasProxy } from '../../../../test/mongodb/start-atlas-proxy.ts';
import { type Mongod, startMongod } from '../../../../test/mongodb/start-mongod.ts';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { accounts as accountsKind, apiKeys } from '../../../domain/accounts/kinds.ts';
import { memories as memoriesKind } from '../../../domain/memories/kinds.ts';
import { MongodbError } from '../connection/mongo-errors.ts';
import { workersOf } from '../connection/workers.ts';
import { collectionOf } from '../records/stored-documents.ts';
import { ensureIndexes } from './indexes.ts';

const options = { limitMs: 60_000, onProgress: () => {} };

describe('existing indexes', () => {
  const mongodb = useTestMongodb();
  const database = () => mongodb.client.db(mongodb.database);
  const keys = () => collectionOf(database(), apiKeys);
  const workers = () => workersOf(database());
  const accounts = () => collectionOf(database(), accountsKind);
  const ensure = () => ensureIndexes(database(), [accountsKind, apiKeys], options);
  const byName = async (of: typeof keys | typeof workers | typeof accounts) =>
    // The order of keys counts.
    Object.fromEntries(
      (await of().indexes()).map((index) => [index.name, { ...index, key: Object.entries(index.key) }]),
    );
  beforeEach(ensure);

  const changed = {
    'other keys': [keys, { name: 'hash', key: { hash: 1, accountId: 1 }, unique: true }],
    'the same keys in another order': [keys, { name: 'created', key: { createdAt: 1, accountId: 1, id: 1 } }],
    'nothing unique': [keys, { name: 'hash', key: { hash: 1 } }],
    'another lifetime': [workers, { name: 'seen', key: { seenAt: 1 }, expireAfterSeconds: 60 }],
    'no lifetime': [workers, { name: 'seen', key: { seenAt: 1 } }],
    'no filter': [accounts, { name: 'email', key: { emailFolded: 1 }, unique: true }],
  } as const;

  it.each(Object.entries(changed))('are built again when they have %s', async (_, [of, index]) => {
    const before = await byName(of);
    await of().dropIndex(index.name);
    await of().createIndexes([index]);
    expect(await byName(of)).not.toEqual(before);
    await ensure();
    expect(await byName(of)).toEqual(before);
  });

  it('are built again once by servers that start at the same time, also when one has the keys of another', async () => {
    const before = await byName(keys);
    await keys().dropIndexes();
    await keys().createIndexes([
      { name: 'hash', key: { accountId: 1, createdAt: 1, id: 1 } },
      { name: 'created', key: { hash: 1 }, unique: true },
    ]);
    await Promise.all([1, 2, 3].map(ensure));
    expect(await byName(keys)).toEqual(before);
  });

  it.each([
    ['have the same keys', keys, { name: 'theirs', key: { accountId: 1, createdAt: 1, id: 1 } }, 'api_keys', 'created'],
    ['have the same keys and another lifetime', workers, { name: 'theirs', key: { seenAt: 1 } }, 'worker', 'seen'],
  ] as const)('stop the start when foreign ones %s, and stay', async (_, of, theirs, name, ours) => {
    await of().dropIndexes();
    // Our changed index is kept, because the foreign one is in the way of its replacement.
    await of().createIndexes([theirs, { name: ours, key: { other: 1 } }]);
    onTestFinished(async () => void (await of().dropIndexes()));
    const before = await byName(of);
    const rejected = await ensure().catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(MongodbError);
    expect((rejected as Error).message).toBe(
      `The collection ${name} has an index theirs with the same keys as the index ${ours}, and MongoDB cannot hold both: drop the index theirs, then start again.`,
    );
    expect(await byName(of)).toEqual(before);
  });

  it('stay when they are foreign and in the way of none, or another index of their collection is built again', async () => {
    await keys().createIndexes([{ name: 'theirs', key: { accountId: 1, createdAt: 1, id: 1 }, unique: true }]);
    await keys().dropIndex('hash');
    await keys().createIndexes([{ name: 'hash', key: { hash: 1 } }]);
    await ensure();
    // The index that was built last is the last of the list. The order of the others depends on the server.
    const names = (await keys().indexes()).map(({ name }) => name);
    expect([names.slice(0, -1).toSorted(), names.at(-1)]).toEqual([['_id_', 'created', 'id', 'theirs'], 'hash']);
  });
});

describe('indexes that take long to build', () => {
  let mongod: Mongod;
  let proxy: AtlasProxy;
  let direct: MongoClient;
  beforeAll(async () => {
    // This server is not shared with other tests, because it builds nothing while the fail point is on.
    mongod = await startMongod();
    proxy = await startAtlasProxy(mongod);
    direct = await MongoClient.connect(`mongodb://127.0.0.1:${mongod.port}/?directConnection=true`);
  });
  afterAll(async () => {
    await direct?.close();
    await proxy?.close();
    await mongod?.stop();
  });

  const admin = (command: Document) => direct.db('admin').command(command);
  const setBuilding = (builds: boolean) =>
    admin({ configureFailPoint: 'hangAfterStartingIndexBuild', mode: builds ? 'off' : 'alwaysOn' });
  const buildsBegun = async (): Promise<number> => (await admin({ serverStatus: 1 }))['indexBuilds'].total;

  /** Makes a database with memories, and a connection that breaks after a second of silence. */
  async function withMemories(name: string) {
    await direct.db(name).collection('memories').insertOne({ visibleTo: 'acct_ana' });
    const url = new URL(proxy.uri);
    url.pathname = `/${name}`;
    url.searchParams.set('socketTimeoutMS', '1000');
    const client = await MongoClient.connect(url.href);
    await setBuilding(false);
    onTestFinished(async () => {
      await setBuilding(true);
      await client.close();
    });
    return { db: client.db(name), memories: direct.db(name).collection('memories') };
  }

  it('are built once, although the connection breaks before the build is done', async () => {
    const { db, memories } = await withMemories('long');
    const before = await buildsBegun();
    const reports: string[] = [];
    const ensured = ensureIndexes(db, [memoriesKind], { ...options, onProgress: (message) => reports.push(message) });
    await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(0);
    proxy.cut();
    await setTimeout(1_500);
    await setBuilding(true);
    await ensured;
    expect(reports[0]).toMatch(/^waiting for the indexes of the collection memories: \d+ s so far$/);
    expect(await buildsBegun()).toBe(before + 1);
    expect((await memories.indexes()).map(({ name }) => name)).toContain('scope');
  });

  it('stop the start after the limit, and are complete for a later start', async () => {
    const { db, memories } = await withMemories('late');
    const before = await buildsBegun();
    await expect(ensureIndexes(db, [memoriesKind], { ...options, limitMs: 1_500 })).rejects.toThrow(
      'The indexes of the collection memories are not built after 2 s. The build continues: run mnema migrate',
    );
    await setBuilding(true);
    await ensureIndexes(db, [memoriesKind], options);
    expect(await buildsBegun()).toBe(before + 1);
    expect((await memories.indexes()).map(({ name }) => name)).toContain('scope');
  });
});
