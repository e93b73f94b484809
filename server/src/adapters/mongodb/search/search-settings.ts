export const wordIndexName = 'memory_words';

/** Each vector length has its own index, so that old vectors are searched until all are replaced. */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

export const maxHits = 10_000;
export const growthFactor = 4;

export type SearchSettings = typeof usualSearch;

export const usualSearch = {
  /** The maximum of memories with any word that are read and ranked here. The search index selects from more. */
  maxWordsRead: 500,
  /** The maximum while the search index does not respond, because a slow search is better than none. */
  maxWordsReadInstead: 10_000,
  /** The maximum of vectors of a scope that are read and compared here. */
  maxVectorsRead: 500,
  /** The same for memories that meet the conditions of a search, which the search index does not contain. */
  maxMatchingVectorsRead: 5_000,
  /** The largest scope that the search index searches exactly. It searches a larger one approximately. */
  maxExact: 10_000,
  /** The age up to which writes are read separately, because the search indexes lag behind. */
  lagMs: 60_000,
  /** The maximum of these writes that are read, newest first. An import may write far more. */
  maxFresh: 2_000,
  /** Counts of at least this size are cached for `keptMs`. */
  keptFrom: 1_000,
  keptMs: 30_000,
};
