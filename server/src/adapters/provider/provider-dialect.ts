import type { CosineBand } from '../../ports/embedder.ts';
import type { ExtractionTask } from '../../ports/extractor.ts';

export type TextKind = 'document' | 'query';

/**
 * The differences between providers: the shapes of requests and responses, the limits and the errors. Each
 * call is one request; it resolves to unchecked fields of the response, and throws {@link ProviderError}.
 */
export interface ProviderDialect {
  /** The prefix of the ids of its models, which are stored with vectors. */
  prefix: string;
  /** The name in messages. Customers read them, so it contains no address. */
  provider: string;
  maxTextsPerRequest: number;
  /** The maximum of UTF-16 units of all texts in a request together. */
  maxCharactersPerRequest: number;
  /** Returns the band of a model, unless the operator sets one. */
  cosineBandOf(model: string): CosineBand;
  /** Resolves to the list of vectors, in the order of the texts. */
  embed(
    request: { model: string; dimensions: number; texts: string[]; kind: TextKind },
    signal: AbortSignal,
  ): Promise<unknown>;
  /** `isCut` means that the response ended at `maxTokens`, which does not count the reasoning of a model before it. */
  complete(
    request: { model: string; task: ExtractionTask; maxTokens: number },
    signal: AbortSignal,
  ): Promise<{ text: unknown; isCut: boolean }>;
}

/** A provider that also reranks. */
export interface RerankingDialect extends ProviderDialect {
  /** The maximum of UTF-16 units of the query, and of each text, that are sent. The provider would cut off the rest. */
  maxQueryCharacters: number;
  maxTextCharacters: number;
  /** Resolves to the list of results, each with `index` and `relevance_score`. */
  rerank(request: { model: string; query: string; texts: string[] }, signal: AbortSignal): Promise<unknown>;
}

/** Providers reject blank texts, and some reject text that is not valid UTF-8. */
export function toSendable(text: string): string {
  const sendable = text.toWellFormed().replaceAll('\0', ' ');
  return sendable.trim() === '' ? '.' : sendable;
}
