import { pino } from 'pino';
import type { RedisDiagnosis } from '../../adapters/bull/check-redis.ts';
import { checkModel as checkLocalModel } from '../../adapters/local-model/check-model.ts';
import { checkSqliteStore } from '../../adapters/sqlite/connection/check-store.ts';
import type { ServerState } from '../../adapters/sqlite/connection/read-only-store.ts';
import type { Config } from '../../config/config.ts';
import { toExtractFactsTask, toFacts } from '../../domain/ingest/extraction/extract-facts.v1.ts';
import type { Finding } from '../../lib/finding.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createEmbedder, dimensionsOf } from './create-embedder.ts';
import { createExtractor } from './create-extractor.ts';
import { createReranker } from './create-reranker.ts';

/** What a look at the configured store found, without changing anything and beside whatever servers run. */
export interface StoreDiagnosis {
  /** Where the store is: the data directory, or the server of the database. */
  location: Finding;
  /** What is in it: the store file, or the search indexes. */
  contents: Finding;
  /** Milliseconds since the epoch; null when there is none, or none can be read. */
  newestMemoryAt: number | null;
  /** Whether a server with this store runs on this machine. */
  server: ServerState;
  /** A directory on the disk that holds the store; null where that is on another machine. */
  disk: string | null;
}

/** What one real call to a provider came to. The reason names the variables that put it right. */
export type ProviderFacts = { kind: 'answered'; id: string; ms: number } | { kind: 'failed'; reason: string };

/** Searches wait no longer for a vector; a language model gets somewhat more. */
const answerLimitMs = 10_000;

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

/** Of a configuration with Redis. */
export async function checkRedis({ redis, roles }: Config): Promise<RedisDiagnosis> {
  const { checkRedis: check } = await import('../../adapters/bull/check-redis.ts');
  return check({ ...(redis ?? { url: '', prefix: '' }), isWorker: roles.worker });
}

/** Of a configuration with the local encoder. Takes as long as that takes to load. */
export function checkModel({ localRuntime }: Config): Promise<Finding> {
  return checkLocalModel({ runtime: localRuntime });
}

/** Embeds a short text with the configured embedder, which is one over HTTP. */
export function tryEmbedder(config: Config): Promise<ProviderFacts> {
  const embedder = createEmbedder(config, pino({ level: 'silent' }), () => true);
  return tryProvider(embedder, async () => {
    await embedder.embedQuery('Ada takes her tea without sugar.');
  });
}

/** Asks the configured language model for the facts in a short text. */
export function tryExtractor(config: Config): Promise<ProviderFacts> {
  const extractor = createExtractor(config);
  if (!extractor) throw new Error('no extractor is configured');
  return tryProvider(extractor, async () => {
    const text = 'Ada lives in Lund.';
    const answer = await extractor.answer(toExtractFactsTask(text, Date.UTC(2026, 0)));
    if (!toFacts(answer, text)) throw new Error('the model answered otherwise than it was asked to: check its name');
  });
}

/** Asks the configured reranker how well one short text fits a query. */
export async function tryReranker(config: Config): Promise<ProviderFacts> {
  // As at the start of a server: a search, which waits for a second, does not wait for the client to be loaded.
  await import('cohere-ai');
  const reranker = createReranker(config);
  if (!reranker) throw new Error('no reranker is configured');
  return tryProvider(reranker, async () => {
    await reranker.relevances('tea', ['Ada takes her tea without sugar.']);
  });
}

/** Sends an empty batch of spans to where the environment says. */
export async function tryCollector(): Promise<ProviderFacts> {
  const { tryCollector: send } = await import('../../observability/opentelemetry/try-collector.ts');
  return tryProvider({ id: 'the collector', close: async () => {} }, send);
}

async function tryProvider(
  provider: { id: string; close(): Promise<void> },
  call: () => Promise<void>,
): Promise<ProviderFacts> {
  const startedAt = performance.now();
  try {
    await withTimeout(answerLimitMs, call, () => {
      throw new Error(`no answer within ${answerLimitMs / 1_000} s`);
    });
    return { kind: 'answered', id: provider.id, ms: performance.now() - startedAt };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await provider.close();
  }
}
