export const wordIndexName = 'memory_words';

/**
 * Returns the name of an index. Each vector length has its own index, so that a new embedder's vectors are searched
 * while the old ones are still in use.
 */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

/** The maximum of candidates that Atlas returns. */
export const maxHits = 10_000;

/** The factor by which each further search increases the number of hits. */
export const growthFactor = 4;

export type SearchSettings = typeof usualSearch;

export const usualSearch = {
  /**
   * The maximum of memories with any word of a query that are read and ranked here. If more match, the search index
   * selects the best.
   */
  maxWordsRead: 500,
  /** The maximum while the search index does not respond, because a slow search is better than none. */
  maxWordsReadInstead: 10_000,
  /** The maximum of vectors of a scope that are read and compared here. */
  maxVectorsRead: 500,
  /**
   * The same for the memories that meet the conditions of a search. The search index does not contain the conditions.
   */
  maxMatchingVectorsRead: 5_000,
  /** The largest scope that the search index searches exactly. It searches a larger one approximately. */
  maxExact: 10_000,
  /** The age up to which writes are read separately, because the search indexes lag behind. */
  lagMs: 60_000,
  /**
   * The maximum of these writes that are read, newest first. The search indexes are filled faster by an import than
   * they fall behind.
   */
  maxFresh: 2_000,
  /** Counts of at least this size are cached for `keptMs`. */
  keptFrom: 1_000,
  keptMs: 30_000,
};
