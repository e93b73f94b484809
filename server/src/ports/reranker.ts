/** Scores how well texts match a query. It reads both together, unlike a comparison of vectors. */
export interface Reranker {
  /** Provider and model. */
  readonly id: string;
  /**
   * Resolves to the relevance of each text, 0..1, in the order of the texts. Only the beginning of a long text counts.
   * It takes about a second at most, because a search waits for it. @throws {RerankerError} instead of a partial result
   */
  relevances(query: string, texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/** The reranker gave no result. The message repeats nothing of query or texts; `cause` is for the log. */
export class RerankerError extends Error {
  override readonly name = 'RerankerError';
}
