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
  /** Absent: the embedder has no vectors of tokens. */
  readonly tokens?: TokenEmbedder;
  close(): Promise<void>;
}

/** Token vectors are unit vectors of signed bytes, one after the other. A byte times `scale` is a value. */
export interface TokenSpace {
  readonly dimensions: number;
  readonly scale: number;
}

/** A text's own vector, and those of its tokens that carry meaning. */
export interface Embedding {
  vector: Float32Array;
  tokens: Int8Array;
}

export interface QueryEmbedding extends Embedding {
  /** The word, in lower case, that each token is a part of. */
  words: string[];
}

/** Embeds texts as the embedder does that has it, and returns the vectors of their tokens as well. */
export interface TokenEmbedder extends TokenSpace {
  /** The band of the mean of the cosines between a query's tokens and the nearest tokens of a text. */
  readonly cosineBand: CosineBand;
  embedDocuments(texts: readonly string[]): Promise<Embedding[]>;
  embedQuery(accountId: string, text: string): Promise<QueryEmbedding>;
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
