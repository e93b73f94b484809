import type { CosineBand } from '../../ports/embedder.ts';
import { postJson } from './post-json.ts';
import { type ProviderDialect, toMessages } from './provider-dialect.ts';

export type OpenAiAccess = { apiKey: string | undefined; baseUrl: string | undefined };

/** Users reported these bands; they were not measured here. MNEMA_EMBEDDING_COSINES sets better ones. */
const knownBands: [RegExp, CosineBand][] = [
  [/text-embedding-3/, { low: 0.15, high: 0.65 }],
  [/ada-002/, { low: 0.72, high: 0.9 }],
  [/bge-m3/, { low: 0.41, high: 0.78 }],
];
/** This band is between those of the most popular models for own servers. */
const usualBand: CosineBand = { low: 0.36, high: 0.8 };

/** The API of OpenAI and of compatible servers, without options that only some models accept. */
export function createOpenAiDialect({ apiKey, baseUrl }: OpenAiAccess): ProviderDialect {
  // Messages are shown to customers. Customers must not see the address of a server.
  const provider = baseUrl === undefined ? 'OpenAI' : 'the server of MNEMA_OPENAI_BASE_URL';
  const names = { provider, keyVariable: 'OPENAI_API_KEY', urlVariable: 'MNEMA_OPENAI_BASE_URL' };
  // Bounded input: a URL of the configuration.
  const base = (baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/, '');
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'mnema',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  async function call(path: string, body: object, signal: AbortSignal): Promise<unknown> {
    return (await postJson(names, `${base}${path}`, { headers, body: JSON.stringify(body), signal })).value;
  }
  return {
    prefix: 'openai',
    provider,
    // A text has at most 8,192 tokens at OpenAI, and a rejected text is shortened.
    maxCharactersPerRequest: 24_000,
    cosineBandOf: (model) => knownBands.find(([name]) => name.test(model))?.[1] ?? usualBand,
    async embed({ model, dimensions, texts }, signal) {
      const body = {
        model,
        input: texts,
        encoding_format: 'float',
        // Other models have a fixed size and reject the field.
        ...(/text-embedding-3/.test(model) ? { dimensions } : {}),
      };
      const response = (await call('/embeddings', body, signal)) as { data?: unknown } | null;
      return Array.isArray(response?.data) ? inOrder(response.data) : undefined;
    },
    async complete({ model, task, maxTokens }, signal) {
      const { name, schema } = task;
      const body = {
        model,
        messages: toMessages(task),
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
        ...tokenLimit(maxTokens, baseUrl),
      };
      const response = (await call('/chat/completions', body, signal)) as { choices?: unknown } | null;
      const [choice] = (Array.isArray(response?.choices) ? response.choices : []) as {
        finish_reason?: unknown;
        message?: { content?: unknown };
      }[];
      return { text: choice?.message?.content, isCut: choice?.finish_reason === 'length' };
    },
  };
}

function inOrder(data: unknown[]): unknown[] {
  const vectors: unknown[] = [];
  for (const [position, item] of data.entries()) {
    const { index = position, embedding } = (item ?? {}) as { index?: number; embedding?: unknown };
    vectors[index] = embedding;
  }
  return vectors;
}

/** The hosts whose models reason first. Their reasoning also counts. */
const openAiHosts = /(^|\.)(openai\.com|openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/** OpenAI's newer models reject `max_tokens`, and many other servers ignore `max_completion_tokens`. */
export function tokenLimit(maxTokens: number, baseUrl: string | undefined) {
  const isOpenAi = baseUrl === undefined || openAiHosts.test(new URL(baseUrl).hostname);
  return isOpenAi ? { max_completion_tokens: 2 * maxTokens } : { max_tokens: maxTokens };
}
