import { createCohereReranker } from '../../adapters/cohere/create-cohere-reranker.ts';
import type { Config } from '../../config/config.ts';
import type { Reranker } from '../../ports/reranker.ts';

/** The configured one; null: search answers from its own ranking. */
export function createReranker({ reranker }: Config): Reranker | null {
  return reranker.kind === 'cohere' ? createCohereReranker(reranker) : null;
}
