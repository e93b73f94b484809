import type { Cohere } from 'cohere-ai';
import type { CosineBand, Embedder } from '../../ports/embedder.ts';
import { createRemoteEmbedder, type RemoteLimits } from '../provider/create-remote-embedder.ts';
import { type CohereAccess, createAskCohere } from './cohere-client.ts';

export interface CohereEmbedderOptions extends CohereAccess {
  model: string;
  /** 256, 512, 1024 or 1536 of embed-v4.0. */
  dimensions: number;
  /** undefined: {@link usualBand}. */
  cosineBand?: CosineBand | undefined;
  /** Texts in a request at most. */
  textsPerCall?: number;
  /** Requests with texts of memories under way at once; undefined: 4. */
  parallel?: number;
  limits?: RemoteLimits;
}

/** More are refused. */
const textsMost = 96;
/** A request holds 128,000 tokens at most; in the densest scripts a token is little more than one UTF-16 unit. */
const charactersMost = 100_000;
/**
 * Not measured: no key was at hand. Put together from what users of embed-v4.0 report: unrelated texts around .2, good
 * matches from .65 (where other models give .85). MNEMA_EMBEDDING_COSINES sets better ones.
 */
const usualBand: CosineBand = { low: 0.2, high: 0.65 };

export function createCohereEmbedder(options: CohereEmbedderOptions): Embedder {
  const { model, dimensions } = options;
  const ask = createAskCohere(options);
  // Older models have one size only and refuse to be asked.
  const size = model.startsWith('embed-v4') ? { outputDimension: dimensions } : {};
  return createRemoteEmbedder(
    {
      provider: 'Cohere',
      id: `cohere/${model}/${dimensions}`,
      dimensions,
      cosineBand: options.cosineBand ?? usualBand,
      textsMost: Math.min(options.textsPerCall ?? textsMost, textsMost),
      charactersMost,
      async request(texts, kind, abortSignal) {
        const body = {
          model,
          inputType: kind === 'query' ? 'search_query' : 'search_document',
          texts,
          ...size,
          embeddingTypes: ['float'],
          truncate: 'END',
        } satisfies Cohere.V2EmbedRequest;
        const answer: unknown = await ask((client) => client.embed(body, { abortSignal }));
        return ((answer ?? {}) as { embeddings?: { float?: unknown } }).embeddings?.float;
      },
    },
    { ...options.limits, ...(options.parallel === undefined ? {} : { parallel: options.parallel }) },
  );
}
