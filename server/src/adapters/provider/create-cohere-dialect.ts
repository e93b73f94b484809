import type { Cohere, CohereClientV2 } from 'cohere-ai';
import type { CosineBand } from '../../ports/embedder.ts';
import { classifyStatus, createLazyClient, type LoadedClient, notJson, unreachable } from './create-lazy-client.ts';
import type { RerankingDialect } from './provider-dialect.ts';

export interface CohereAccess {
  apiKey: string;
  /** @default the address of Cohere */
  baseUrl: string | undefined;
}

const names = { provider: 'Cohere', keyVariable: 'COHERE_API_KEY', urlVariable: 'MNEMA_COHERE_BASE_URL' };
/** The maximum of texts in a request. Cohere rejects more. */
const maxTextsPerRequest = 96;
/**
 * The maximum of UTF-16 units in a request of 128,000 tokens. In the densest scripts a token is little more than one
 * unit.
 */
const maxCharactersPerRequest = 100_000;
/**
 * Users of embed-v4.0 report unrelated texts around .2 and good matches from .65 (where other models give .85). The
 * band is not measured, for want of a key. MNEMA_EMBEDDING_COSINES sets better ones.
 */
const usualBand: CosineBand = { low: 0.2, high: 0.65 };
/**
 * Cohere counts a text with the query as one document for each 500 tokens begun, and bills a hundred documents as one
 * search: fifty texts of two such parts are still one search. Cohere cuts off the rest of a longer text.
 */
const maxRerankTokens = 900;
/**
 * The maximum of UTF-16 units of a text. In English they are more than {@link maxRerankTokens}, and the rest would be
 * cut off.
 */
const maxTextCharacters = 6_000;
/**
 * The maximum of UTF-16 units of a query of 2,048 tokens. In the densest scripts a token is little more than one unit.
 */
const maxQueryCharacters = 2_000;

/** The API of Cohere, version 2. */
export function createCohereDialect(access: CohereAccess): RerankingDialect {
  const call = createLazyClient(() => loadClient(access));
  return {
    prefix: 'cohere',
    provider: names.provider,
    maxTextsPerRequest,
    maxCharactersPerRequest,
    maxQueryCharacters,
    maxTextCharacters,
    cosineBandOf: () => usualBand,
    preload() {
      // When the client does not load, the first call fails with the reason.
      import('cohere-ai').catch(() => {});
    },
    async embed({ model, dimensions, texts, kind }, abortSignal) {
      const body = {
        model,
        inputType: kind === 'query' ? 'search_query' : 'search_document',
        texts,
        // Older models have a single size and reject the field.
        ...(model.startsWith('embed-v4') ? { outputDimension: dimensions } : {}),
        embeddingTypes: ['float'],
        truncate: 'END',
      } satisfies Cohere.V2EmbedRequest;
      const response: unknown = await call((client) => client.embed(body, { abortSignal }));
      return ((response ?? {}) as { embeddings?: { float?: unknown } }).embeddings?.float;
    },
    async complete({ model, task: { instructions, material, schema }, maxTokens }, abortSignal) {
      const body = {
        model,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: material },
        ],
        responseFormat: { type: 'json_object', jsonSchema: schema },
        temperature: 0,
        maxTokens,
      } satisfies Cohere.V2ChatRequest;
      const response = await call((client) => client.chat(body, { abortSignal }));
      // The client does not check the response.
      const { message, finishReason } = (response ?? {}) as Partial<typeof response>;
      return { text: textOf(message?.content), isCut: finishReason === 'MAX_TOKENS' };
    },
    async rerank({ model, query, texts }, abortSignal) {
      const body = {
        model,
        query,
        documents: texts,
        maxTokensPerDoc: maxRerankTokens,
      } satisfies Cohere.V2RerankRequest;
      const response: unknown = await call((client) => client.rerank(body, { abortSignal }));
      return toResults((response ?? {}) as { results?: unknown });
    },
  };
}

/** Returns the first part of a message that is text. */
function textOf(content: unknown): unknown {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => (part as { text?: unknown } | null)?.text).find((text) => typeof text === 'string');
}

function toResults({ results }: { results?: unknown }): unknown {
  if (!Array.isArray(results)) return results;
  return results.map((result: { index?: unknown; relevanceScore?: unknown } | null) => ({
    index: result?.index,
    relevance: result?.relevanceScore,
  }));
}

async function loadClient({ apiKey, baseUrl }: CohereAccess): Promise<LoadedClient<CohereClientV2>> {
  const { CohereClientV2, CohereError } = await import('cohere-ai');
  return {
    client: new CohereClientV2({
      token: apiKey,
      ...(baseUrl ? { baseUrl } : {}),
      maxRetries: 0,
      clientName: 'mnema',
    }),
    toProviderError(error) {
      if (!(error instanceof CohereError)) return undefined;
      const { statusCode: status, rawResponse, cause } = error;
      if (status === undefined) return unreachable(names, cause);
      // A body that breaks off, or is not JSON, becomes an error with the status of success.
      if (status >= 200 && status < 300) return notJson(names);
      return classifyStatus(names, status, rawResponse?.headers.get('retry-after') ?? null);
    },
  };
}
