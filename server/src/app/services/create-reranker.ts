import { createCohereDialect } from '../../adapters/provider/create-cohere-dialect.ts';
import { createRemoteReranker } from '../../adapters/provider/create-remote-reranker.ts';
import type { Config } from '../../config/config.ts';
import type { Reranker } from '../../ports/reranker.ts';

/** The configured reranker; null: search responds with its own ranking. */
export function createReranker({ reranker }: Config): Reranker | null {
  return reranker.kind === 'none' ? null : createRemoteReranker(createCohereDialect(reranker), reranker);
}
