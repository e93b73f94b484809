import { dimensions as localDimensions } from '@mnema/model-bge-small-en';
import type { Logger } from 'pino';
import { createLocalEmbedder } from '../../adapters/local-model/create-local-embedder.ts';
import { createCohereDialect } from '../../adapters/provider/create-cohere-dialect.ts';
import { createDialect } from '../../adapters/provider/create-dialect.ts';
import { createRemoteEmbedder } from '../../adapters/provider/create-remote-embedder.ts';
import { createRemoteExtractor } from '../../adapters/provider/create-remote-extractor.ts';
import { createRemoteReranker } from '../../adapters/provider/create-remote-reranker.ts';
import type { Config } from '../../config/config.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Extractor } from '../../ports/extractor.ts';
import type { Reranker } from '../../ports/reranker.ts';

/**
 * Creates the configured embedder.
 * @param closing whether the server is stopping, so that a model that was not loaded is not reported
 */
export function createEmbedder({ embedder, localRuntime }: Config, log: Logger, closing: () => boolean): Embedder {
  if (embedder.kind !== 'local') return createRemoteEmbedder(createDialect(embedder), embedder);
  const local = createLocalEmbedder({ runtime: localRuntime });
  local.ready.then(
    ({ runtime, fallbackReason, loadMs }) =>
      log.info(
        { embedder: local.id, runtime, fallback_reason: fallbackReason, load_ms: Math.round(loadMs) },
        'encoder loaded',
      ),
    (error: unknown) => {
      if (closing()) return;
      log.error({ err: error }, 'the encoder did not load: memories stay pending, and only keyword search finds them');
    },
  );
  return local;
}

/** Returns the dimensions of the embedder's vectors without loading anything. */
export function dimensionsOf({ embedder }: Config): number {
  return embedder.kind === 'local' ? localDimensions : embedder.dimensions;
}

/** Creates the configured extractor. Without one, facts are not extracted. */
export function createExtractor({ extractor }: Config): Extractor | null {
  return extractor.kind === 'none' ? null : createRemoteExtractor(createDialect(extractor), extractor);
}

/** Creates the configured reranker. Without one, searches use their own ranking. */
export function createReranker({ reranker }: Config): Reranker | null {
  return reranker.kind === 'none' ? null : createRemoteReranker(createCohereDialect(reranker), reranker);
}
