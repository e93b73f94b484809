import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { type AtlasProxy, startAtlasProxy } from './start-atlas-proxy.ts';

export interface TestMongodb {
  /** Names a database of its own, which `close` deletes. */
  uri: string;
  database: string;
  client: MongoClient;
  /** undefined when the server was given to the tests. */
  proxy: AtlasProxy | undefined;
  close(): Promise<void>;
}

/**
 * A MongoDB with search: the one in `MNEMA_TEST_MONGODB_URI` (Atlas, or Atlas Local in a container), else a real server
 * behind a proxy that plays Atlas Search.
 */
export async function startTestMongodb({ lagMs = 0 } = {}): Promise<TestMongodb> {
  const database = `mnema_test_${randomBytes(6).toString('hex')}`;
  const port = inject('mongodPort');
  const proxy = port === null ? undefined : await startAtlasProxy({ port }, { buildMs: 50, lagMs });
  const url = new URL(proxy?.uri ?? (process.env['MNEMA_TEST_MONGODB_URI'] as string));
  url.pathname = `/${database}`;
  const client = await MongoClient.connect(url.href);
  return {
    uri: url.href,
    database,
    client,
    proxy,
    async close() {
      await client.db(database).dropDatabase();
      await client.close();
      await proxy?.close();
    },
  };
}
