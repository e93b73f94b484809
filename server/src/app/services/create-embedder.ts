import { dimensions as localDimensions } from '@mnema/model-bge-small-en';
import type { Logger } from 'pino';
import { createCohereEmbedder } from '../../adapters/cohere/create-cohere-embedder.ts';
import { createLocalEmbedder, type LocalEmbedder } from '../../adapters/local-model/create-local-embedder.ts';
import { inspectModel as inspectLocalModel, type ModelFacts } from '../../adapters/local-model/inspect-model.ts';
import { createOpenAiEmbedder } from '../../adapters/openai/create-openai-embedder.ts';
import type { Config } from '../../config/config.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** The configured one. `closing`: whether the server ends, so that a model that did not load in time is no news. */
export function createEmbedder(config: Config, log: Logger, closing: () => boolean): Embedder {
  const { embedder } = config;
  switch (embedder.kind) {
    case 'cohere':
      return createCohereEmbedder(embedder);
    case 'openai':
      return createOpenAiEmbedder(embedder);
    case 'local':
      return createReportedEmbedder(config, log, closing);
  }
}

/** Of its vectors, without loading anything. */
export function dimensionsOf({ embedder }: Config): number {
  return embedder.kind === 'local' ? localDimensions : embedder.dimensions;
}

/** For the command line: whether the configured encoder works. Takes as long as it takes to load. */
export function inspectModel({ localRuntime }: Config): Promise<ModelFacts> {
  return inspectLocalModel({ runtime: localRuntime });
}

function createReportedEmbedder({ localRuntime }: Config, log: Logger, closing: () => boolean): LocalEmbedder {
  const embedder = createLocalEmbedder({ runtime: localRuntime });
  embedder.ready.then(
    ({ runtime, fallbackReason, loadMs }) =>
      log.info(
        { embedder: embedder.id, runtime, fallback_reason: fallbackReason, load_ms: Math.round(loadMs) },
        'encoder loaded',
      ),
    (error: unknown) => {
      if (closing()) return;
      log.error({ err: error }, 'the encoder did not load: memories stay pending and are found by words only');
    },
  );
  return embedder;
}
