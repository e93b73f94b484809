export const wordIndexName = 'memory_words';

/** One index for each length of vectors: what an embedder makes can be searched beside what the one before it made. */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

/** Atlas names so many candidates at most. */
export const maxHits = 10_000;

/** Each further question is for so many times as many as the one before. */
export const growthFactor = 4;

export interface SearchSettings {
  /** So many memories that hold any word of a query are read and ranked here; of more the search index names the best. */
  maxWordsRead: number;
  /** The same while the search index can not be asked: better slow than not at all. */
  maxWordsReadInstead: number;
  /** Vectors of a scope that are read and compared here. */
  maxVectorsRead: number;
  /** A scope of so many memories is searched exactly by the search index, a larger one approximately. */
  maxExact: number;
  /** What was written within this time is looked at beside the search indexes, which lag behind. */
  lagMs: number;
  /** Of that, the newest so many: an import fills the search indexes faster than they fall behind. */
  maxFresh: number;
  /** Counts from here on are kept for a while … */
  keptFrom: number;
  /** … of this length. */
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
