import type { CosineBand } from '../../ports/embedder.ts';
import { createJsonClient } from './create-json-client.ts';
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
 * The maximum of UTF-16 units in a request of 128,000 tokens. In the densest scripts, a token is little more than one
 * unit.
 */
const maxCharactersPerRequest = 100_000;
/**
 * Users of embed-v4.0 report unrelated texts around .2 and good matches from .65 (other models give .85). The band was
 * not measured, because no key was available. MNEMA_EMBEDDING_COSINES sets a better one.
 */
const usualBand: CosineBand = { low: 0.2, high: 0.65 };
/**
 * Cohere counts a text with the query as one document for each 500 tokens begun. It bills a hundred documents as one
 * search, so fifty texts of two such parts are still one search. Cohere cuts off the rest of a longer text.
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
export function createCohereDialect({ apiKey, baseUrl = 'https://api.cohere.com' }: CohereAccess): RerankingDialect {
  const call = createJsonClient(names, { apiKey, baseUrl });
  return {
    prefix: 'cohere',
    provider: names.provider,
    maxTextsPerRequest,
    maxCharactersPerRequest,
    maxQueryCharacters,
    maxTextCharacters,
    cosineBandOf: () => usualBand,
    async embed({ model, dimensions, texts, kind }, signal) {
      const body = {
        model,
        input_type: kind === 'query' ? 'search_query' : 'search_document',
        texts,
        // Older models have a single size and reject the field.
        ...(model.startsWith('embed-v4') ? { output_dimension: dimensions } : {}),
        embedding_types: ['float'],
        truncate: 'END',
      };
      const response = (await call('/v2/embed', body, signal)) as { embeddings?: { float?: unknown } } | null;
      return response?.embeddings?.float;
    },
    async complete({ model, task: { instructions, material, schema }, maxTokens }, signal) {
      const body = {
        model,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: material },
        ],
        response_format: { type: 'json_object', json_schema: schema },
        temperature: 0,
        max_tokens: maxTokens,
      };
      const response = (await call('/v2/chat', body, signal)) as {
        message?: { content?: unknown };
        finish_reason?: unknown;
      } | null;
      return { text: textOf(response?.message?.content), isCut: response?.finish_reason === 'MAX_TOKENS' };
    },
    async rerank({ model, query, texts }, signal) {
      const body = {
        model,
        query,
        documents: texts,
        max_tokens_per_doc: maxRerankTokens,
      };
      const response = (await call('/v2/rerank', body, signal)) as { results?: unknown } | null;
      return toResults(response?.results);
    },
  };
}

/** Returns the first part of a message that is text. */
function textOf(content: unknown): unknown {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => (part as { text?: unknown } | null)?.text).find((text) => typeof text === 'string');
}

function toResults(results: unknown): unknown {
  if (!Array.isArray(results)) return results;
  return results.map((result: { index?: unknown; relevance_score?: unknown } | null) => ({
    index: result?.index,
    relevance: result?.relevance_score,
  }));
}
