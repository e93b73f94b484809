import type { Where } from './conditions.ts';
import type { TokenSpace } from './embedder.ts';
import type { Scope } from './memory.ts';

/** In milliseconds since the epoch; `to` is exclusive. */
export type TimeSpan = { from: number; to: number };

export interface SearchScope extends Scope {
  where?: Where | undefined;
  /** Lists of filter keys, for a store that looks for these first. A memory that meets `where` has one of each. */
  impliedFilterKeys?: string[][] | undefined;
}

export interface CandidateQuery {
  scope: SearchScope;
  /** Distinct stemmed query words. */
  words: string[];
  /** Distinct identifiers of the query, in the form of the {@link TextIndex}. */
  identifiers: string[];
  /** Names, handles, URLs and the like in the query, in lower case. */
  entities: string[];
  /** The vector is at most of length 1. */
  vector: { embedderId: string; values: Float32Array } | null;
  /** The largest number of candidates of each signal. With 0, the words are only counted. */
  limit: number;
  /** The best memories of these times, by words and by vector, are also candidates. Empty if the query has no time. */
  times: readonly TimeSpan[];
  /** Set if the query contains nothing but these times: the newest memories of these times are also candidates. */
  timesAreAll: boolean;
  /** This memory is always a candidate, if it is in the scope. */
  include?: string;
}

/** `copyHash`, `characters` and `ending` come from the {@link TextIndex}. */
export interface Candidate {
  id: string;
  version: number;
  /** The counts of the query's words, in their order. */
  wordCounts: number[];
  /** Whether the memory contains each identifier of the query, in their order. */
  identified: boolean[];
  /** Whether each word of the query is among the memory's tag words. */
  tagged: boolean[];
  length: number;
  /** The entities of the query in the memory. */
  entities: string[];
  copyHash: number | null;
  /** The best cosine over the memory's vectors; null if it has none yet. */
  cosine: number | null;
  characters: number;
  ending: string;
  occurredAt: number;
  /** The time of the current text: the time of its event, or that of its last change if that was later. */
  statedAt: number;
  /**
   * The position of a message in its run, in the order of writing, without gaps. `run` identifies the run within one
   * result. Runs of different effective users or agents are distinct, whatever their names.
   */
  message: { run: number; position: number; speaker: string } | null;
  /** Whether it is not a candidate, but gives its words as context to one in the same run. */
  isContext: boolean;
}

export interface Candidates {
  candidates: Candidate[];
  scopeSize: number;
  /** The average number of words in a memory of the scope. */
  averageLength: number;
  /** The numbers of memories whose text or tags contain each of the words. */
  documentFrequencies: number[];
  identifierFrequencies: number[];
  /** Whether the vector search was unavailable, so that nearest memories may be missing. */
  vectorsAway?: true;
}

export interface ClosestTokensQuery {
  accountId: string;
  embedderId: string;
  ids: readonly string[];
  tokens: Int8Array;
  space: TokenSpace;
}

export type ValueCount = { value: string; count: number };

/** The maximum of values in each list of {@link ValueCounts}. */
export const maxValues = 100;

/**
 * The values of a scope, each list with the most frequent first. Values with the same count are ordered by their UTF-8
 * bytes. Users are effective ones. Metadata values are strings, and strings in arrays. `total` counts the memories.
 */
export type ValueCounts = { total: number } & Record<
  'users' | 'agents' | 'runs' | 'projects' | 'sources' | 'memoryTypes' | 'tags',
  ValueCount[]
>;

export interface SampleQuery {
  scope: Scope;
  /** Memories without a vector of this embedder are not in the sample. */
  embedderId: string;
  limit: number;
}

export interface VectorSample {
  /** The number of memories in the scope, including those without a vector. */
  total: number;
  /** `vector`: the mean direction of the memory's vectors, with length 1. */
  memories: { id: string; vector: Float32Array }[];
}

export interface CandidateIndex {
  /**
   * Resolves to the memories that are worth ranking, unordered: the best by words (including tags) and the best by
   * vector. The two messages before and after each are included, and the next two in either direction are context.
   */
  candidates(query: CandidateQuery): Promise<Candidates>;
  countValues(scope: Scope): Promise<ValueCounts>;
  /** Reads the vectors of at most `limit` memories, the same ones each time. Additions and deletions change little. */
  sampleVectors(query: SampleQuery): Promise<VectorSample>;
  /** Resolves to the greatest cosine of each query token with one of each memory; null without tokens of the embedder. */
  closestTokens(query: ClosestTokensQuery): Promise<(Float32Array | null)[]>;
}
