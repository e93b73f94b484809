/** Cosines at or below `low` are noise, at or above `high` certain matches. */
export interface CosineBand {
  low: number;
  high: number;
}

/**
 * Turns text into unit vectors. Callers split long texts (see `domain/text/chunk.ts`). An adapter truncates a text that
 * is still too long, instead of failing.
 */
export interface Embedder {
  /** The id is stored with every vector. Vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  readonly cosineBand: CosineBand;
  /** The best number of texts in one call, for callers that have many. */
  readonly textsPerCall: number;
  /** The UTF-16 units that the embedder reads of a query. Callers cut off the rest. */
  readonly maxQueryCharacters: number;
  /**
   * Embeds texts for storage, in the order given.
   * @throws {EmbedderError} instead of a partial result
   */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]>;
  /**
   * Embeds one search query. Overtakes documents that are waiting. Accounts take turns, and no account is faster because
   * another one has sent the same query.
   * @throws {EmbedderError}
   */
  embedQuery(accountId: string, text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * `retryable` means an outage, or a wrong setting that an operator will correct: further attempts make sense for hours.
 * Otherwise the text will never work. Customers see the message; `cause` is for the log.
 */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError';
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}
