import { pino } from 'pino';
import { createLocalEmbedder } from '../../adapters/local-model/create-local-embedder.ts';
import { checkSqliteStore } from '../../adapters/sqlite/connection/check-store.ts';
import type { StoreDiagnosis } from '../../adapters/store-kit/store-diagnosis.ts';
import type { Config } from '../../config/config.ts';
import { toExtractFactsTask, toFacts } from '../../domain/ingest/extraction/extract-facts.v1.ts';
import { type Finding, ok, problem, warning } from '../../lib/finding.ts';
import { messageOf } from '../../lib/message-of.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createEmbedder, createExtractor, createReranker, dimensionsOf } from './create-providers.ts';

export type { StoreDiagnosis };

/** Checks the configured store, even while servers use it. */
export async function checkStore(config: Config): Promise<StoreDiagnosis> {
  if (config.mongodbUri === undefined) return checkSqliteStore(config.dataDirectory);
  const { checkMongodb } = await import('../../adapters/mongodb/connection/check-mongodb.ts');
  return checkMongodb(config.mongodbUri, { dimensions: dimensionsOf(config) });
}

/** Checks the Redis of the queue. */
export async function checkRedis(redis: { url: string; prefix: string }): Promise<Finding> {
  const { checkRedis: check } = await import('../../adapters/bull/check-redis.ts');
  return check(redis);
}

/** A search waits this long for a vector at most, and a language model gets somewhat more. */
const limitMs = 10_000;
const loadLimitMs = 60_000;
/** The checks do not belong to an account. */
const noAccount = '';
const sentence = 'Ada takes her tea without sugar.';
/** The largest deviation of a vector's length from 1. */
const tolerance = 0.001;

/** Loads the local encoder, which takes a while, and embeds a sentence. */
export async function checkModel({ localRuntime }: Config): Promise<Finding> {
  const embedder = createLocalEmbedder({ runtime: localRuntime });
  const load = () => Promise.all([embedder.ready, embedder.embedQuery(noAccount, sentence)]);
  try {
    const [{ runtime, fallbackReason, loadMs }, vector] = await within(loadLimitMs, load);
    const name = runtime === 'native' ? 'native library' : 'WebAssembly';
    const norm = Math.hypot(...vector);
    if (!(Math.abs(norm - 1) <= tolerance)) throw new Error(`the length of a vector is ${norm} instead of 1 (${name})`);
    const [reason] = fallbackReason?.split('\n', 1) ?? [];
    const fallback = reason === undefined ? '' : `; the faster native library does not load: ${reason}`;
    return ok(`the files are right; ${name}, loaded in ${Math.round(loadMs)} ms${fallback}`);
  } catch (error) {
    return problem(
      `the encoder does not work: ${messageOf(error)}`,
      'set MNEMA_LOCAL_RUNTIME to auto, which uses WebAssembly where the native library does not load. Until the encoder works, memories stay pending, and only keyword search finds them',
    );
  } finally {
    await embedder.close();
  }
}

/** Embeds a short text with the configured embedder. It is not for the local one. */
export async function checkEmbedder(config: Config): Promise<Finding> {
  const embedder = await createEmbedder(config, pino({ level: 'silent' }), () => true);
  return tryProvider(embedder, config.embedder, 'MNEMA_EMBEDDING_MODEL', {
    call: () => embedder.embedQuery(noAccount, sentence),
    facts: `, with vectors of ${embedder.dimensions} numbers`,
    consequence: 'memories stay pending, and only keyword search finds them',
  });
}

/** Asks the configured language model for the facts in a short text. */
export async function checkExtractor(config: Config): Promise<Finding> {
  const extractor = await createExtractor(config);
  const text = 'Ada lives in Lund.';
  return tryProvider(extractor, config.extractor, 'MNEMA_EXTRACTION_MODEL', {
    async call() {
      const response = await extractor?.generate(toExtractFactsTask(text, Date.UTC(2026, 0)));
      if (response && toFacts(response, text)) return;
      throw new Error('the model did not respond in the requested format: check its name');
    },
    facts: ', in the requested format',
    consequence: 'texts written with infer stay pending for a day at most, and are then stored unchanged',
  });
}

/** Requests the relevance of one short text to a query from the configured reranker. */
export async function checkReranker(config: Config): Promise<Finding> {
  const reranker = await createReranker(config);
  return tryProvider(reranker, config.reranker, 'MNEMA_RERANK_MODEL', {
    call: async () => reranker?.relevances('tea', [sentence]),
    facts: '',
    consequence: 'searches with rerank use the default ranking',
  });
}

/** Sends an empty batch of spans to the configured collector. */
export async function checkCollector(): Promise<Finding> {
  const { tryCollector } = await import('../../observability/opentelemetry/try-collector.ts');
  const startedAt = performance.now();
  try {
    await within(limitMs, tryCollector);
    return ok(`the collector takes traces, in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    return warning(
      `the collector does not take traces: ${messageOf(error).trim()}`,
      'check OTEL_EXPORTER_OTLP_ENDPOINT (or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) and OTEL_EXPORTER_OTLP_HEADERS. Check that the collector runs, and that this machine may reach its port for HTTP. Until then only traces are lost',
    );
  }
}

async function tryProvider(
  provider: { id: string; close(): Promise<void> } | null,
  settings: Config['embedder'] | Config['extractor'] | Config['reranker'],
  modelVariable: string,
  { call, facts, consequence }: { call(): Promise<unknown>; facts: string; consequence: string },
): Promise<Finding> {
  if (!provider || settings.kind === 'local' || settings.kind === 'none') throw new Error('none is configured');
  const startedAt = performance.now();
  try {
    await within(limitMs, call);
    return ok(`${provider.id} responds in ${Math.round(performance.now() - startedAt)} ms${facts}`);
  } catch (error) {
    const name = settings.kind.toUpperCase();
    return problem(
      `${settings.model}: ${messageOf(error)}`,
      `check ${name}_API_KEY, ${modelVariable} and MNEMA_${name}_BASE_URL, and that this machine may reach the provider; until it responds, ${consequence}`,
    );
  } finally {
    await provider.close();
  }
}

function within<Result>(ms: number, call: () => Promise<Result>): Promise<Result> {
  return withTimeout(ms, call, () => {
    throw new Error(`no response within ${ms / 1_000} s`);
  });
}
