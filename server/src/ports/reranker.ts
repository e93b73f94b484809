/** Reads a query and texts together and says how well each fits, which a comparison of vectors can't. */
export interface Reranker {
  /** Provider and model. */
  readonly id: string;
  /**
   * How relevant each text is to the query, 0..1, in the order of the texts. What is too long counts by its beginning.
   * Answers or fails within about a second: a search waits for it.
   * @throws {RerankerError} and never a partial result
   */
  relevances(query: string, texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/** There is no answer this time. The message repeats nothing of query or texts; `cause` is for the log. */
export class RerankerError extends Error {
  override readonly name = 'RerankerError';
}
