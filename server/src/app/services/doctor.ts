import type { RedisDiagnosis } from '../../adapters/bull/check-redis.ts';
import { checkModel as checkLocalModel } from '../../adapters/local-model/check-model.ts';
import { checkSqliteStore } from '../../adapters/sqlite/connection/check-store.ts';
import type { ServerState } from '../../adapters/sqlite/connection/read-only-store.ts';
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../lib/finding.ts';
import { dimensionsOf } from './create-providers.ts';

export * from './check-providers.ts';

/** The state of the configured store. The checks change nothing, and servers may be running. */
export interface StoreDiagnosis {
  /** The check of the data directory, or of the database server. */
  location: Finding;
  /** The check of the store file, or of the search indexes. */
  contents: Finding;
  /** In milliseconds since the epoch; null when there is none, or none can be read. */
  newestMemoryAt: number | null;
  /** Whether a server with this store runs on this machine. */
  server: ServerState;
  /** A directory on the disk of the store; null when that is on another machine. */
  disk: string | null;
}

export async function checkStore(config: Config): Promise<StoreDiagnosis> {
  if (config.store === 'sqlite') {
    const { directory, store, nearest, ...rest } = checkSqliteStore(config.dataDirectory);
    return { location: directory, contents: store, disk: nearest, ...rest };
  }
  const { checkMongodb } = await import('../../adapters/mongodb/connection/check-mongodb.ts');
  const found = await checkMongodb(config.mongodbUri ?? '', { dimensions: dimensionsOf(config) });
  const server: ServerState = { kind: 'unknown', reason: 'any number of servers share MongoDB' };
  const { mongodb, searchIndexes, newestMemoryAt } = found;
  return { location: mongodb, contents: searchIndexes, newestMemoryAt, server, disk: null };
}

/** Checks the Redis of a configuration that has one. */
export async function checkRedis({ redis, roles }: Config): Promise<RedisDiagnosis> {
  const { checkRedis: check } = await import('../../adapters/bull/check-redis.ts');
  return check({ ...(redis ?? { url: '', prefix: '' }), isWorker: roles.worker });
}

/** Loads the local encoder, which takes a while. */
export function checkModel({ localRuntime }: Config): Promise<Finding> {
  return checkLocalModel({ runtime: localRuntime });
}
