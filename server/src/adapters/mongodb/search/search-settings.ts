export const wordIndexName = 'memory_words';

/** Each length of vectors has an index, so that vectors of a new embedder are searched beside those of the old one. */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

/** Atlas returns so many candidates at most. */
export const maxHits = 10_000;

/** Each further search asks for this many times as many hits as the one before. */
export const growthFactor = 4;

export interface SearchSettings {
  /** Up to this many memories with any word of a query are read and ranked here; of more, the search index names the best. */
  maxWordsRead: number;
  /** Replaces `maxWordsRead` while the search index does not respond: a slow search is better than none. */
  maxWordsReadInstead: number;
  /** Up to this many vectors of a scope are read and compared here. */
  maxVectorsRead: number;
  /** The search index searches a scope of up to this many memories exactly, a larger one approximately. */
  maxExact: number;
  /** Writes within this time are read beside the search indexes, which lag behind. */
  lagMs: number;
  /** Only the newest of them are read: an import fills the search indexes faster than they fall behind. */
  maxFresh: number;
  /** Counts from this size on are cached for `keptMs`. */
  keptFrom: number;
  keptMs: number;
}

export const usualSearch: SearchSettings = {
  maxWordsRead: 500,
  maxWordsReadInstead: 10_000,
  maxVectorsRead: 500,
  maxExact: 10_000,
  lagMs: 60_000,
  maxFresh: 2_000,
  keptFrom: 1_000,
  keptMs: 30_000,
};
