import { dimensions as localDimensions } from '@mnema/model-bge-small-en';
import type { Logger } from 'pino';
import { createLocalEmbedder } from '../../adapters/local-model/create-local-embedder.ts';
import type { CohereAccess } from '../../adapters/provider/create-cohere-dialect.ts';
import { createOpenAiDialect, type OpenAiAccess } from '../../adapters/provider/create-openai-dialect.ts';
import { createRemoteEmbedder } from '../../adapters/provider/create-remote-embedder.ts';
import { createRemoteExtractor } from '../../adapters/provider/create-remote-extractor.ts';
import { createRemoteReranker } from '../../adapters/provider/create-remote-reranker.ts';
import type { Config } from '../../config/config.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Extractor } from '../../ports/extractor.ts';
import type { Reranker } from '../../ports/reranker.ts';

/** @param closing whether the server is stopping, so that a model that was not loaded is not reported */
export async function createEmbedder(
  { embedder, localRuntime }: Config,
  log: Logger,
  closing: () => boolean,
): Promise<Embedder> {
  if (embedder.kind !== 'local') return createRemoteEmbedder(await createDialect(embedder), embedder);
  const local = createLocalEmbedder({ runtime: localRuntime });
  local.ready.then(
    ({ runtime, fallbackReason, loadMs }) => {
      const loaded = { embedder: local.id, runtime, fallback_reason: fallbackReason, load_ms: Math.round(loadMs) };
      log.info(loaded, 'encoder loaded');
    },
    (error: unknown) => {
      if (closing()) return;
      log.error({ err: error }, 'the encoder did not load: memories stay pending, and only keyword search finds them');
    },
  );
  return local;
}

export function dimensionsOf({ embedder }: Config): number {
  return embedder.kind === 'local' ? localDimensions : embedder.dimensions;
}

export async function createExtractor({ extractor }: Config): Promise<Extractor | null> {
  return extractor.kind === 'none' ? null : createRemoteExtractor(await createDialect(extractor), extractor);
}

export async function createReranker({ reranker }: Config): Promise<Reranker | null> {
  return reranker.kind === 'none' ? null : createRemoteReranker(await loadCohereDialect(reranker), reranker);
}

function createDialect(access: ({ kind: 'cohere' } & CohereAccess) | ({ kind: 'openai' } & OpenAiAccess)) {
  return access.kind === 'cohere' ? loadCohereDialect(access) : createOpenAiDialect(access);
}

/** Loads the client of Cohere, which takes 10 to 20 MB of memory, only if Cohere is configured. */
async function loadCohereDialect(access: CohereAccess) {
  const { createCohereDialect } = await import('../../adapters/provider/create-cohere-dialect.ts');
  return createCohereDialect(access);
}
