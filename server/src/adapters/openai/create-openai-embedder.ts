import type { CosineBand, Embedder } from '../../ports/embedder.ts';
import { createRemoteEmbedder, type RemoteLimits } from '../provider/create-remote-embedder.ts';
import { createAskOpenAi, type OpenAiAccess, toProviderName } from './openai-client.ts';

export interface OpenAiEmbedderOptions extends OpenAiAccess {
  model: string;
  dimensions: number;
  /** undefined: what is known of the model, see {@link knownBands}. */
  cosineBand?: CosineBand | undefined;
  /** Texts in a request at most. */
  textsPerCall?: number;
  /** Requests with texts of memories under way at once; undefined: 4. */
  parallel?: number;
  limits?: RemoteLimits;
}

/** OpenAI takes 2,048 texts, other servers fewer; more than this gains nothing. */
const textsMost = 96;
/** A text holds 8,192 tokens at most at OpenAI. One that is refused is shortened. */
const charactersMost = 24_000;
/**
 * Not measured here: reported by users of the models. Of bge-m3 somebody measured unrelated texts at .41 ± .06.
 * MNEMA_EMBEDDING_COSINES sets better ones.
 */
const knownBands: [RegExp, CosineBand][] = [
  [/text-embedding-3/, { low: 0.15, high: 0.65 }],
  [/ada-002/, { low: 0.72, high: 0.9 }],
  [/bge-m3/, { low: 0.41, high: 0.78 }],
];
/** Between those of the models that self-hosters run most. */
const usualBand: CosineBand = { low: 0.36, high: 0.8 };

/** For every server that speaks OpenAI's API. */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimensions } = options;
  const ask = createAskOpenAi(options);
  // Others cut vectors of a size of their own, and refuse to be asked for another.
  const size = /text-embedding-3/.test(model) ? { dimensions } : {};
  const known = knownBands.find(([name]) => name.test(model))?.[1];
  return createRemoteEmbedder(
    {
      provider: toProviderName(options.baseUrl),
      id: `openai/${model}/${dimensions}`,
      dimensions,
      cosineBand: options.cosineBand ?? known ?? usualBand,
      textsMost: Math.min(options.textsPerCall ?? textsMost, textsMost),
      charactersMost,
      async request(texts, _kind, signal) {
        const body = { model, input: texts, encoding_format: 'float', ...size } as const;
        const answer: unknown = await ask((client) => client.embeddings.create(body, { signal }));
        const { data } = (answer ?? {}) as { data?: unknown };
        return Array.isArray(data) ? inOrder(data) : undefined;
      },
    },
    { ...options.limits, ...(options.parallel === undefined ? {} : { parallel: options.parallel }) },
  );
}

/** Each vector says which text it belongs to. */
function inOrder(data: unknown[]): unknown[] {
  const vectors: unknown[] = [];
  for (const [position, item] of data.entries()) {
    const { index = position, embedding } = (item ?? {}) as { index?: number; embedding?: unknown };
    vectors[index] = embedding;
  }
  return vectors;
}
