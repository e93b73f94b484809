import { pino } from 'pino';
import type { RedisFacts } from '../../adapters/bull/inspect-redis.ts';
import type { MongodbFacts } from '../../adapters/mongodb/connection/inspect-mongodb.ts';
import type { Config } from '../../config/config.ts';
import { toExtractFactsTask, toFacts } from '../../domain/ingest/extraction/extract-facts.v1.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createEmbedder, dimensionsOf } from './create-embedder.ts';
import { createExtractor } from './create-extractor.ts';
import { createReranker } from './create-reranker.ts';

export type { MongodbFacts, RedisFacts };

/** What one real call to a provider came to. The reason names the variables that put it right. */
export type ProviderFacts = { kind: 'answered'; id: string; ms: number } | { kind: 'failed'; reason: string };

/** Searches wait no longer for a vector; a language model gets somewhat more. */
const answerLimitMs = 10_000;

export async function inspectMongodb(config: Config): Promise<MongodbFacts> {
  const { inspectMongodb: inspect } = await import('../../adapters/mongodb/connection/inspect-mongodb.ts');
  return inspect(config.mongodbUri ?? '', { dimensions: dimensionsOf(config) });
}

export async function inspectRedis({ redis }: Config): Promise<RedisFacts> {
  const { inspectRedis: inspect } = await import('../../adapters/bull/inspect-redis.ts');
  return inspect(redis ?? { url: '', prefix: '' });
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
