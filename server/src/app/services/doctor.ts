import type { RedisDiagnosis } from '../../adapters/bull/check-redis.ts';
import { checkModel as checkLocalModel } from '../../adapters/local-model/check-model.ts';
import { checkSqliteStore } from '../../adapters/sqlite/connection/check-store.ts';
import type { StoreDiagnosis } from '../../adapters/store-kit/store-diagnosis.ts';
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../lib/finding.ts';
import { dimensionsOf } from './create-providers.ts';

export * from './check-providers.ts';
export type { StoreDiagnosis };

/** Checks the configured store, even while servers use it. */
export async function checkStore(config: Config): Promise<StoreDiagnosis> {
  if (config.store === 'sqlite') return checkSqliteStore(config.dataDirectory);
  const { checkMongodb } = await import('../../adapters/mongodb/connection/check-mongodb.ts');
  return checkMongodb(config.mongodbUri ?? '', { dimensions: dimensionsOf(config) });
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
