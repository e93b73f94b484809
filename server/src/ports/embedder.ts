/** Cosines at or below `low` are noise, at or above `high` certain matches. */
export type CosineBand = { low: number; high: number };

/** Turns text into unit vectors. It truncates a long text, which callers split (see `domain/text/chunk.ts`). */
export interface Embedder {
  /** The id is stored with every vector. Vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  readonly cosineBand: CosineBand;
  /** The best number of texts in one call, for callers that have many. */
  readonly textsPerCall: number;
  /** The UTF-16 units that the embedder reads of a query. Callers cut off the rest. */
  readonly maxQueryCharacters: number;
  /** Embeds texts for storage. @throws {EmbedderError} instead of a partial result */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]>;
  /**
   * Embeds one search query. It overtakes waiting documents. Accounts are served in turn, and a query that another
   * account has sent is not faster for that. @throws {EmbedderError}
   */
  embedQuery(accountId: string, text: string): Promise<Float32Array>;
  /** Absent if the embedder has no token vectors. */
  readonly tokens?: TokenEmbedder;
  close(): Promise<void>;
}

/** Token vectors are unit vectors of signed bytes, one after the other. A byte times `scale` is a value. */
export type TokenSpace = { readonly dimensions: number; readonly scale: number };

/** The vector of a text, and those of its tokens that carry meaning. */
export type Embedding = { vector: Float32Array; tokens: Int8Array };

export interface QueryEmbedding extends Embedding {
  /** The word, in lower case, that each token is a part of. */
  words: string[];
}

export interface TokenEmbedder extends TokenSpace {
  /** The band of the mean of the cosines between a query's tokens and the nearest tokens of a text. */
  readonly cosineBand: CosineBand;
  embedDocuments(texts: readonly string[]): Promise<Embedding[]>;
  embedQuery(accountId: string, text: string): Promise<QueryEmbedding>;
}

/**
 * A model gave no result. `retryable` means an outage, or a wrong setting that an operator will correct: further attempts
 * are useful for hours. Otherwise the text will always fail. Customers see the message; `cause` is for the log.
 */
export class ModelError extends Error {
  readonly retryable: boolean;
  /** Whether the response was cut off at its maximum length, so that less text may work. */
  readonly unfinished: boolean;

  constructor(message: string, options: { retryable: boolean; unfinished?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.unfinished = options.unfinished ?? false;
  }
}

export class EmbedderError extends ModelError {
  override readonly name = 'EmbedderError';
}
