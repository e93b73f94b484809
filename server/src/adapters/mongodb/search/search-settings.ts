export const wordIndexName = 'memory_words';

/** One index for each length of vectors: what an embedder makes can be searched beside what the one before it made. */
export function vectorIndexName(dimensions: number): string {
  return `memory_vectors_${dimensions}`;
}

/** Atlas names so many candidates at most. */
export const hitsMost = 10_000;

/** Each further question is for so many times as many as the one before. */
export const askedMore = 4;

export interface SearchSettings {
  /** So many memories that hold any word of a query are read and ranked here; of more the search index names the best. */
  wordsReadMost: number;
  /** The same while the search index can not be asked: better slow than not at all. */
  wordsReadInsteadMost: number;
  /** Vectors of a scope that are read and compared here. */
  vectorsReadMost: number;
  /** A scope of so many memories is searched exactly by the search index, a larger one approximately. */
  exactMost: number;
  /** What was written within this time is looked at beside the search indexes, which lag behind. */
  lagMs: number;
  /** Of that, the newest so many: an import fills the search indexes faster than they fall behind. */
  freshMost: number;
  /** Counts from here on are kept for a while … */
  keptFrom: number;
  /** … of this length. */
  keptMs: number;
}

export const usualSearch: SearchSettings = {
  wordsReadMost: 500,
  wordsReadInsteadMost: 10_000,
  vectorsReadMost: 500,
  exactMost: 10_000,
  lagMs: 60_000,
  freshMost: 2_000,
  keptFrom: 1_000,
  keptMs: 30_000,
};
