export const wordIndexName = 'memory_words';

/**
 * Returns the name of an index. Each length of vectors has one, so that vectors of a new embedder are searched beside
 * those of the old one.
 */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

/** The maximum of candidates that Atlas returns. */
export const maxHits = 10_000;

/** The factor by which each further search asks for more hits than the one before. */
export const growthFactor = 4;

export type SearchSettings = typeof usualSearch;

export const usualSearch = {
  /**
   * The maximum of memories with any word of a query that are read and ranked here. When more match, the search index
   * selects the best.
   */
  maxWordsRead: 500,
  /** The maximum while the search index does not respond: a slow search is better than none. */
  maxWordsReadInstead: 10_000,
  /** The maximum of vectors of a scope that are read and compared here. */
  maxVectorsRead: 500,
  /** The same for the memories that meet the conditions of a search, which the search index does not know. */
  maxMatchingVectorsRead: 5_000,
  /** The largest scope that the search index searches exactly. It searches a larger one approximately. */
  maxExact: 10_000,
  /** The time for which writes are read separately, because the search indexes lag behind. */
  lagMs: 60_000,
  /**
   * The maximum of these writes that are read, newest first: an import fills the search indexes faster than they fall
   * behind.
   */
  maxFresh: 2_000,
  /** Counts of at least this size are cached for `keptMs`. */
  keptFrom: 1_000,
  keptMs: 30_000,
};
