export const wordIndexName = 'memory_words';

/** Each length of vectors has an index, so that vectors of a new embedder are searched beside those of the old one. */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

/** Atlas returns so many candidates at most. */
export const maxHits = 10_000;

/** Each further search asks for this many times as many hits as the one before. */
export const growthFactor = 4;

export type SearchSettings = typeof usualSearch;

export const usualSearch = {
  /** Up to so many memories with any word of a query are read and ranked here; of more, the search index names the best. */
  maxWordsRead: 500,
  /** Replaces `maxWordsRead` while the search index does not respond: a slow search is better than none. */
  maxWordsReadInstead: 10_000,
  /** Up to so many vectors of a scope are read and compared here. */
  maxVectorsRead: 500,
  /** The search index searches a scope of up to so many memories exactly, and a larger one approximately. */
  maxExact: 10_000,
  /** Writes within this time are read beside the search indexes, which lag behind. */
  lagMs: 60_000,
  /** Only the newest of these writes are read: an import fills the search indexes faster than they fall behind. */
  maxFresh: 2_000,
  /** Counts from this size on are cached for `keptMs`. */
  keptFrom: 1_000,
  keptMs: 30_000,
};
