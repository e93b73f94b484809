import type { CosineBand } from '../../ports/embedder.ts';
import type { ExtractionTask } from '../../ports/extractor.ts';

export type TextKind = 'document' | 'query';

export interface EmbeddingRequest {
  model: string;
  dimensions: number;
  texts: string[];
  kind: TextKind;
}

export interface CompletionRequest {
  model: string;
  task: ExtractionTask;
  /** The maximum length of the response, without the reasoning of a model before it. */
  maxTokens: number;
}

export interface RerankRequest {
  model: string;
  query: string;
  texts: string[];
}

/**
 * The differences between providers: the client, the shapes of requests and responses, the limits and the errors. Each
 * call is one request; it resolves to unchecked fields of the response, and throws {@link ProviderError}.
 */
export interface ProviderDialect {
  /** The prefix of the ids of its models, which are stored with vectors. */
  prefix: string;
  /** The name in messages, which customers read: it contains no address. */
  provider: string;
  maxTextsPerRequest: number;
  /** The maximum of UTF-16 units of all texts in a request together. */
  maxCharactersPerRequest: number;
  /** Returns the band of a model, unless the operator sets one. */
  cosineBandOf(model: string): CosineBand;
  /** Resolves to the list of vectors, in the order of the texts. */
  embed(request: EmbeddingRequest, signal: AbortSignal): Promise<unknown>;
  /** Resolves to the response. `isCut` means that it ended at `maxTokens`. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<{ text: unknown; isCut: boolean }>;
}

/** A provider that reranks as well. */
export interface RerankingDialect extends ProviderDialect {
  /** The maximum of UTF-16 units of the query, and of each text, that are sent. The provider would cut off the rest. */
  maxQueryCharacters: number;
  maxTextCharacters: number;
  /** Loads the client before the first search waits for it. */
  preload(): void;
  /** Resolves to the list of results, each with `index` and `relevance`. */
  rerank(request: RerankRequest, signal: AbortSignal): Promise<unknown>;
}
