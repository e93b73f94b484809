import { pino } from 'pino';
import type { Config } from '../../config/config.ts';
import { toExtractFactsTask, toFacts } from '../../domain/ingest/extraction/extract-facts.v1.ts';
import { type Finding, ok, problem, warning } from '../../lib/finding.ts';
import { messageOf } from '../../lib/message-of.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { createEmbedder, createExtractor, createReranker } from './create-providers.ts';

/** A search waits this long for a vector at most, and a language model gets somewhat more. */
const limitMs = 10_000;
/** The checks do not belong to an account. */
const noAccount = '';

/** Embeds a short text with the configured embedder. It is not for the local one. */
export async function checkEmbedder(config: Config): Promise<Finding> {
  const embedder = await createEmbedder(config, pino({ level: 'silent' }), () => true);
  return tryProvider(embedder, {
    call: () => embedder.embedQuery(noAccount, 'Ada takes her tea without sugar.'),
    whenWell: (ms) => `responds in ${ms} ms, with vectors of ${embedder.dimensions} numbers`,
    settings: config.embedder,
    modelVariable: 'MNEMA_EMBEDDING_MODEL',
    consequence: 'memories stay pending, and only keyword search finds them',
  });
}

/** Asks the configured language model for the facts in a short text. */
export async function checkExtractor(config: Config): Promise<Finding> {
  const extractor = await createExtractor(config);
  const text = 'Ada lives in Lund.';
  return tryProvider(extractor, {
    async call() {
      const response = await extractor?.generate(toExtractFactsTask(text, Date.UTC(2026, 0)));
      if (!response || !toFacts(response, text)) {
        throw new Error('the model did not respond in the requested format: check its name');
      }
    },
    whenWell: (ms) => `responds in the requested format, in ${ms} ms`,
    settings: config.extractor,
    modelVariable: 'MNEMA_EXTRACTION_MODEL',
    consequence: 'texts written with infer stay pending for a day at most, and are then stored unchanged',
  });
}

/** Requests the relevance of one short text to a query from the configured reranker. */
export async function checkReranker(config: Config): Promise<Finding> {
  const reranker = await createReranker(config);
  return tryProvider(reranker, {
    call: async () => reranker?.relevances('tea', ['Ada takes her tea without sugar.']),
    whenWell: (ms) => `responds in ${ms} ms`,
    settings: config.reranker,
    modelVariable: 'MNEMA_RERANK_MODEL',
    consequence: 'searches with rerank use the default ranking',
  });
}

/** Sends an empty batch of spans to the configured collector. */
export async function checkCollector(): Promise<Finding> {
  const { tryCollector } = await import('../../observability/opentelemetry/try-collector.ts');
  try {
    return ok(`the collector takes traces, in ${await millisecondsOf(tryCollector)} ms`);
  } catch (error) {
    return warning(
      `the collector does not take traces: ${messageOf(error).trim()}`,
      'check OTEL_EXPORTER_OTLP_ENDPOINT (or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) and OTEL_EXPORTER_OTLP_HEADERS. Check that the collector runs, and that this machine may reach its port for HTTP. Until then only traces are lost',
    );
  }
}

interface Trial {
  call(): Promise<unknown>;
  whenWell(ms: number): string;
  settings: Config['embedder'] | Config['extractor'] | Config['reranker'];
  modelVariable: string;
  /** The consequence of the failure. */
  consequence: string;
}

async function tryProvider(
  provider: { id: string; close(): Promise<void> } | null,
  { call, whenWell, settings, modelVariable, consequence }: Trial,
): Promise<Finding> {
  if (!provider || settings.kind === 'local' || settings.kind === 'none') throw new Error('none is configured');
  try {
    return ok(`${provider.id} ${whenWell(await millisecondsOf(call))}`);
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

async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await withTimeout(limitMs, call, () => {
    throw new Error(`no response within ${limitMs / 1_000} s`);
  });
  return Math.round(performance.now() - startedAt);
}
