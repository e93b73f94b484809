import type { Cohere } from 'cohere-ai';
import type { Reranker } from '../../ports/reranker.ts';
import { createRemoteReranker } from '../provider/create-remote-reranker.ts';
import type { CallLimits } from '../provider/provider-calls.ts';
import { type CohereAccess, createAskCohere } from './cohere-client.ts';

export interface CohereRerankerOptions extends CohereAccess {
  model: string;
  limits?: CallLimits;
}

/**
 * A text with the query counts as one document for each 500 tokens begun, and a hundred documents as one search: fifty
 * texts of two such parts are still one. The rest of a longer text is cut off there.
 */
const tokensMost = 900;
/** In English more than that many tokens: what is sure to be cut off is not sent. */
const textMost = 6_000;
/** Cohere takes 2,048 tokens; in the densest scripts a token is little more than one UTF-16 unit. */
const queryMost = 2_000;

export function createCohereReranker(options: CohereRerankerOptions): Reranker {
  const { model } = options;
  const ask = createAskCohere(options);
  // No search waits while the client is loaded; should it not load, the first call says why.
  import('cohere-ai').catch(() => {});
  return createRemoteReranker(
    {
      provider: 'Cohere',
      id: `cohere/${model}`,
      queryMost,
      textMost,
      async request(query, documents, abortSignal) {
        const body = { model, query, documents, maxTokensPerDoc: tokensMost } satisfies Cohere.V2RerankRequest;
        const answer: unknown = await ask((client) => client.rerank(body, { abortSignal }));
        const { results } = (answer ?? {}) as { results?: unknown };
        if (!Array.isArray(results)) return results;
        return results.map((result: { index?: unknown; relevanceScore?: unknown } | null) => ({
          index: result?.index,
          relevance: result?.relevanceScore,
        }));
      },
    },
    options.limits,
  );
}
