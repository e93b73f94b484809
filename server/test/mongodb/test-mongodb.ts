import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { collectionsOf } from '../../src/adapters/mongodb/documents.ts';
import { type MongodbStore, openMongodbStore } from '../../src/adapters/mongodb/open-store.ts';
import type { SearchSettings } from '../../src/adapters/mongodb/search-settings.ts';
import { type AtlasProxy, startAtlasProxy } from './start-atlas-proxy.ts';
import { type Mongod, startMongod } from './start-mongod.ts';

export interface TestMongodb {
  /** With a database of its own. */
  uri(): string;
  /** An empty store on that database. */
  open(search?: Partial<SearchSettings>): Promise<MongodbStore>;
  /** undefined when the tests run against a server that was given to them. */
  proxy(): AtlasProxy | undefined;
  mongod(): Mongod | undefined;
}

const startLimitMs = 15 * 60_000;
const testDimensions = 8;

/**
 * A MongoDB with search for the tests of a file: the one in `MNEMA_TEST_MONGODB_URI` (Atlas, or Atlas Local in a
 * container), else a real server behind a proxy that plays Atlas Search.
 */
export function useMongodb({ lagMs = 0, dimensions = testDimensions } = {}): TestMongodb {
  const database = `mnema_test_${randomBytes(6).toString('hex')}`;
  const given = process.env['MNEMA_TEST_MONGODB_URI'];
  let mongod: Mongod | undefined;
  let proxy: AtlasProxy | undefined;
  let client: MongoClient | undefined;
  const uri = () => {
    const url = new URL(given ?? (proxy as AtlasProxy).uri);
    url.pathname = `/${database}`;
    return url.href;
  };

  beforeAll(async () => {
    if (!given) {
      mongod = await startMongod().catch((error: Error) => {
        throw new Error(
          `No MongoDB for these tests: ${error.message}. They need Debian's apt and npm's registry, or a server with search in MNEMA_TEST_MONGODB_URI.`,
          { cause: error },
        );
      });
      proxy = await startAtlasProxy(mongod, { buildMs: 50, lagMs });
    }
    client = await MongoClient.connect(uri());
  }, startLimitMs);

  afterAll(async () => {
    if (given) await client?.db(database).dropDatabase();
    await client?.close();
    await proxy?.close();
    await mongod?.stop();
  });

  return {
    uri,
    proxy: () => proxy,
    mongod: () => mongod,
    async open(search = {}) {
      // Quicker than a new database with its indexes.
      const collections = Object.values(collectionsOf((client as MongoClient).db(database)));
      await Promise.all(collections.map((collection) => collection.deleteMany({})));
      return openMongodbStore(uri(), {
        dimensions,
        search,
        now: Date.now,
        onError: (error) => {
          throw error;
        },
      });
    },
  };
}
