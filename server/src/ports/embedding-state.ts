/** The embedders of the stored vectors. Stale embeddings are those of another embedder than the present one. */
export interface EmbeddingState {
  /** The number of ready memories with stale embeddings. */
  countStale(embedderId: string): Promise<number>;
  /** Whether the account has ready memories with stale embeddings. */
  hasStale(accountId: string, embedderId: string): Promise<boolean>;
  /** The embedder that made a memory's vectors; null: it has none. */
  embedderOf(accountId: string, id: string): Promise<string | null>;
}
