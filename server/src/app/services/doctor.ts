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

export async function checkStore(config: Config): Promise<StoreDiagnosis> {
  if (config.mongodbUri === undefined) return checkSqliteStore(config.dataDirectory);
  const { checkMongodb } = await import('../../adapters/mongodb/connection/check-mongodb.ts');
  return checkMongodb(config.mongodbUri, { dimensions: dimensionsOf(config) });
}

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

/** Calls a service, and adds the duration of the call to its finding. */
async function call(
  work: () => Promise<unknown>,
  finding: string,
  failed: (message: string) => Finding,
  ms = limitMs,
): Promise<Finding> {
  const startedAt = performance.now();
  try {
    const facts = await withTimeout(ms, work, () => {
      throw new Error(`no response within ${ms / 1_000} s`);
    });
    const more = typeof facts === 'string' ? facts : '';
    return ok(`${finding} in ${Math.round(performance.now() - startedAt)} ms${more}`);
  } catch (error) {
    return failed(messageOf(error).trim());
  }
}

export async function checkModel({ localRuntime }: Config): Promise<Finding> {
  const embedder = createLocalEmbedder({ runtime: localRuntime });
  const load = async () => {
    const [{ runtime, fallbackReason }] = await Promise.all([embedder.ready, embedder.embedQuery(noAccount, sentence)]);
    const [reason] = fallbackReason?.split('\n', 1) ?? [];
    const fallback = reason === undefined ? '' : `; the faster native library does not load: ${reason}`;
    return `, by ${runtime === 'native' ? 'the native library' : 'WebAssembly'}${fallback}`;
  };
  const fix =
    'set MNEMA_LOCAL_RUNTIME to auto, which uses WebAssembly where the native library does not load. Until the encoder works, memories stay pending, and only keyword search finds them';
  const failed = (message: string) => problem(`the encoder does not work: ${message}`, fix);
  return call(load, 'the encoder embeds a sentence', failed, loadLimitMs).finally(() => embedder.close());
}

/** Embeds a short text with the configured embedder. It is not for the local one. */
export async function checkEmbedder(config: Config): Promise<Finding> {
  const embedder = await createEmbedder(config, pino({ level: 'silent' }), () => true);
  const work = async () => {
    await embedder.embedQuery(noAccount, sentence);
    return `, with vectors of ${embedder.dimensions} numbers`;
  };
  const consequence = 'memories stay pending, and only keyword search finds them';
  return callProvider(embedder, config.embedder, 'MNEMA_EMBEDDING_MODEL', work, consequence);
}

export async function checkExtractor(config: Config): Promise<Finding> {
  const extractor = await createExtractor(config);
  const text = 'Ada lives in Lund.';
  const work = async () => {
    const response = await extractor?.generate(toExtractFactsTask(text, Date.UTC(2026, 0)));
    if (response && toFacts(response, text)) return ', in the requested format';
    throw new Error('the model did not respond in the requested format: check its name');
  };
  const consequence = 'texts written with infer stay pending for a day at most, and are then stored unchanged';
  return callProvider(extractor, config.extractor, 'MNEMA_EXTRACTION_MODEL', work, consequence);
}

export async function checkReranker(config: Config): Promise<Finding> {
  const reranker = await createReranker(config);
  const work = async () => reranker?.relevances('tea', [sentence]);
  const consequence = 'searches with rerank use the default ranking';
  return callProvider(reranker, config.reranker, 'MNEMA_RERANK_MODEL', work, consequence);
}

/** Sends an empty batch of spans to the configured collector, in the same way as a server. */
export async function checkCollector(): Promise<Finding> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  // The exporter retries temporary failures within this time.
  const exporter = new OTLPTraceExporter({ timeoutMillis: 3_000 });
  const work = async () => {
    const { error } = await new Promise<{ error?: Error & { code?: unknown } }>((resolve) =>
      exporter.export([], resolve),
    );
    // The message of an HTTP status is only its phrase.
    if (typeof error?.code === 'number') throw new Error(`it responded with ${error.code} ${error.message}`);
    if (error) throw error;
  };
  const fix =
    'check OTEL_EXPORTER_OTLP_ENDPOINT (or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) and OTEL_EXPORTER_OTLP_HEADERS. Check that the collector runs, and that this machine may reach its port for HTTP. Until then only traces are lost';
  const failed = (message: string) => warning(`the collector does not take traces: ${message}`, fix);
  return call(work, 'the collector takes traces', failed).finally(() => exporter.shutdown());
}

async function callProvider(
  provider: { id: string; close(): Promise<void> } | null,
  settings: Config['embedder'] | Config['extractor'] | Config['reranker'],
  modelVariable: string,
  work: () => Promise<unknown>,
  consequence: string,
): Promise<Finding> {
  if (!provider || settings.kind === 'local' || settings.kind === 'none') throw new Error('none is configured');
  const name = settings.kind.toUpperCase();
  const fix = `check ${name}_API_KEY, ${modelVariable} and MNEMA_${name}_BASE_URL, and that this machine may reach the provider; until it responds, ${consequence}`;
  const failed = (message: string) => problem(`${settings.model}: ${message}`, fix);
  return call(work, `${provider.id} responds`, failed).finally(() => provider.close());
}
