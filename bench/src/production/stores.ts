import { MongoClient } from 'mongodb';
import { startAtlasProxy } from '../../../server/test/mongodb/start-atlas-proxy.ts';
import { startMongod } from '../../../server/test/mongodb/start-mongod.ts';
import { startRedis } from '../../../server/test/redis/start-redis.ts';
import { fill } from './fill.ts';
import { serveRequests } from './serve-requests.ts';
import type { CollectionSize } from './service-messages.ts';

// This separate process runs an emulated MongoDB behind a proxy that imitates Atlas Search, and a real Redis.

/** The usual delay of Atlas Search. */
const lagMs = 1_000;

const mongod = await startMongod();
const proxy = await startAtlasProxy({ port: mongod.port }, { buildMs: 50, lagMs });
const redis = await startRedis();
const client = await MongoClient.connect(`mongodb://127.0.0.1:${mongod.port}/?directConnection=true`);
const uri = new URL(proxy.uri);
uri.pathname = '/mnema';

serveRequests(
  {
    settings: {
      MNEMA_STORE: 'mongodb',
      MNEMA_MONGODB_URI: uri.href,
      MNEMA_QUEUE: 'bull',
      MNEMA_REDIS_URL: redis.url,
    },
    pids: { mongod: mongod.pid() },
  },
  async (request) => {
    if (request.kind === 'sizes') return sizesOf(request.database);
    if (request.kind === 'fill') {
      await fill(uri.href, request.database, request.memories);
      return 'filled';
    }
    if (request.kind === 'redis') return String(await redis.command(...(request.words as [string, ...string[]])));
    throw new Error(`the stores know nothing of ${request.kind}`);
  },
  async () => {
    await client.close();
    await proxy.close();
    await redis.remove();
    await mongod.stop();
  },
);

async function sizesOf(database: string): Promise<Record<string, CollectionSize>> {
  // The sizes on disk are complete only after this.
  await client.db('admin').command({ fsync: 1 });
  const names = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
  const sizes = names.map(async ({ name }): Promise<[string, CollectionSize]> => {
    const { count, size, storageSize, totalIndexSize } = await client.db(database).command({ collStats: name });
    return [name, { documents: count, dataBytes: size, storageBytes: storageSize, indexBytes: totalIndexSize }];
  });
  return Object.fromEntries(await Promise.all(sizes));
}
