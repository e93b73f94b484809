import { dimensions as localDimensions } from '@mnema/model-bge-small-en';
import type { Logger } from 'pino';
import { createLocalEmbedder, type LocalEmbedder } from '../../adapters/local-model/create-local-embedder.ts';
import { createDialect } from '../../adapters/provider/create-dialect.ts';
import { createRemoteEmbedder } from '../../adapters/provider/create-remote-embedder.ts';
import type { Config } from '../../config/config.ts';
import type { Embedder } from '../../ports/embedder.ts';

/**
 * The configured embedder.
 * @param closing whether the server is ending: then a model that has not loaded is not reported
 */
export function createEmbedder(config: Config, log: Logger, closing: () => boolean): Embedder {
  const { embedder } = config;
  if (embedder.kind === 'local') return createReportedEmbedder(config, log, closing);
  return createRemoteEmbedder(createDialect(embedder), embedder);
}

/** Of its vectors, without loading anything. */
export function dimensionsOf({ embedder }: Config): number {
  return embedder.kind === 'local' ? localDimensions : embedder.dimensions;
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
