/** Which embedder made the vectors of the memories. Stale embeddings are those of another embedder than the present one. */
export interface EmbeddingState {
  /** How many ready memories have stale embeddings. */
  countStale(embedderId: string): Promise<number>;
  /** Whether the account has such memories. */
  hasStale(accountId: string, embedderId: string): Promise<boolean>;
  /** The embedder that made a memory's vectors; null: it has none. */
  embedderOf(accountId: string, id: string): Promise<string | null>;
}
