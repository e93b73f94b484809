import { type Cohere, CohereClientV2 } from 'cohere-ai';
import { postJson } from './post-json.ts';
import { ProviderError, type RerankingDialect, toMessages } from './provider-dialect.ts';

export type CohereAccess = { apiKey: string; baseUrl: string | undefined };

const names = { provider: 'Cohere', keyVariable: 'COHERE_API_KEY', urlVariable: 'MNEMA_COHERE_BASE_URL' };
export function createCohereDialect({ apiKey, baseUrl = 'https://api.cohere.com' }: CohereAccess): RerankingDialect {
  const client = new CohereClientV2({
    token: apiKey,
    baseUrl,
    clientName: 'mnema',
    fetch: send,
    logging: { silent: true },
    maxRetries: 0,
    // This is longer than any attempt, which ends by its own deadline. The timer of a failed call runs to its end.
    timeoutInSeconds: 100,
  });
  return {
    prefix: 'cohere',
    provider: names.provider,
    // A request has at most 128,000 tokens, which may be little longer than a unit.
    maxCharactersPerRequest: 100_000,
    // A query has at most 2,048 tokens, which may be little longer than a unit.
    maxQueryCharacters: 2_000,
    // This is more than the tokens of `rerank` in English.
    maxTextCharacters: 6_000,
    // Users of embed-v4.0 report unrelated texts around .2 and good matches from .65 (other models give .85). The band
    // was not measured, because no key was available. MNEMA_EMBEDDING_COSINES sets a better one.
    cosineBandOf: () => ({ low: 0.2, high: 0.65 }),
    async embed({ model, dimensions, texts, kind }, abortSignal) {
      const request: Cohere.V2EmbedRequest = {
        model,
        inputType: kind === 'query' ? 'search_query' : 'search_document',
        texts,
        // Older models have a single size and reject the field.
        ...(model.startsWith('embed-v4') ? { outputDimension: dimensions } : {}),
        embeddingTypes: ['float'],
        truncate: 'END',
      };
      const response = await unchecked<{ embeddings?: { float?: unknown } }>(client.embed(request, { abortSignal }));
      return response?.embeddings?.float;
    },
    async complete({ model, task, maxTokens }, abortSignal) {
      const request: Cohere.V2ChatRequest = {
        model,
        messages: toMessages(task),
        responseFormat: { type: 'json_object', jsonSchema: task.schema },
        temperature: 0,
        maxTokens,
      };
      type ChatResponse = { message?: { content?: unknown }; finish_reason?: unknown };
      const response = await unchecked<ChatResponse>(client.chat(request, { abortSignal }));
      return { text: textOf(response?.message?.content), isCut: response?.finish_reason === 'MAX_TOKENS' };
    },
    async rerank({ model, query, texts }, abortSignal) {
      // Cohere counts a text with the query as one document for each 500 tokens begun. It bills a hundred documents as
      // one search, so fifty texts of two such parts are still one search. Cohere cuts off the rest of a longer text.
      const request = { model, query, documents: texts, maxTokensPerDoc: 900 };
      return (await unchecked<{ results?: unknown }>(client.rerank(request, { abortSignal })))?.results;
    },
  };
}

/** The client logs values that do not fit its schemas, which may be private. It reads nothing below unknown keys. */
async function send(url: unknown, { headers, body, signal }: RequestInit = {}): Promise<Response> {
  const request = { headers: Object.fromEntries(new Headers(headers)), body: String(body) };
  const { text } = await postJson(names, String(url), { ...request, signal: signal as AbortSignal });
  return new Response(`{"unchecked":${text}}`);
}

/** @throws {ProviderError} the error of {@link send}, which the client wraps in its own */
async function unchecked<Fields>(request: Promise<object>): Promise<Fields | null> {
  const response = await request.catch((error: Error) => {
    throw error.cause instanceof ProviderError ? error.cause : error;
  });
  return (response as { unchecked: Fields | null }).unchecked;
}

function textOf(content: unknown): unknown {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => (part as { text?: unknown } | null)?.text).find((text) => typeof text === 'string');
}
