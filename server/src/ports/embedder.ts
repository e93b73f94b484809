/** What makes an embedding useful for ranking: cosines at or below `low` are noise, at or above `high` certain. */
export interface CosineBand {
  low: number;
  high: number;
}

/**
 * Turns text into unit vectors. Texts longer than the model takes are the caller's to split (see `domain/text/chunk.ts`);
 * an adapter truncates what is still too long, it never fails for it.
 */
export interface Embedder {
  /** Stored with every vector; vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  readonly cosineBand: CosineBand;
  /** How many texts a call holds at best. Whoever has many hands over so many together. */
  readonly textsPerCall: number;
  /**
   * Embeds texts for storage, in the order given.
   * @throws {EmbedderError} and never a partial result.
   */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]>;
  /**
   * Embeds one search query. Overtakes documents that are waiting.
   * @throws {EmbedderError}
   */
  embedQuery(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * `retryable` tells what has nothing to do with the text, an outage or a setting that somebody will put right (try again
 * for hours), from a text that will never work. The message is shown to customers, `cause` is for the log.
 */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError';
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}
