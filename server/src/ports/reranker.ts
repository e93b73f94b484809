/** Scores how well texts match a query. It reads both together, unlike a comparison of vectors. */
export interface Reranker {
  /** Provider and model. */
  readonly id: string;
  /** The relevance of each text, 0..1, by its beginning, in about a second: a search waits. @throws {RerankerError} */
  relevances(query: string, texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/** The reranker gave no result. The message repeats nothing of query or texts; `cause` is for the log. */
export class RerankerError extends Error {
  override readonly name = 'RerankerError';
}
