import type { Where } from './conditions.ts';
import type { TokenSpace } from './embedder.ts';
import type { Scope } from './memory-rows.ts';

/** In milliseconds since the epoch; `to` is exclusive. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The memories that a search may see. */
export interface SearchScope extends Scope {
  /** A memory must meet these conditions, too. */
  where?: Where | undefined;
  /** Filter keys that memories have which meet the conditions: one of each list. A store may look for them first. */
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
  /** The vector of the query, at most of length 1, and the embedder that made it; null: there is none. */
  vector: { embedderId: string; values: Float32Array } | null;
  /** The largest number of candidates of each signal. */
  limit: number;
  /** The best memories of these times, by words and by vector, are candidates too. Empty: the query names no time. */
  times: readonly TimeSpan[];
  /** The query names nothing but these times: the newest memories of these times are candidates too. */
  timesAreAll: boolean;
  /** This memory is a candidate in any case, if the scope holds it. */
  include?: string;
}

/** `copyHash`, `characters` and `ending` come from the {@link TextIndex}. */
export interface Candidate {
  id: string;
  version: number;
  /** How often each query word occurs in the memory, in the order of `words`. */
  wordCounts: number[];
  /** Whether the memory holds each identifier of the query, in the order of `identifiers`. */
  identified: boolean[];
  /** Whether each query word is among the memory's tag words, in the order of `words`. */
  tagged: boolean[];
  /** The number of all words in the memory. */
  length: number;
  /** The entities of the query that the memory names. */
  entities: string[];
  copyHash: number | null;
  /** The best cosine over the memory's vectors; null: it has none yet. */
  cosine: number | null;
  characters: number;
  ending: string;
  occurredAt: number;
  /** The time of the present text: when it happened, or when it was last changed if that was later. */
  statedAt: number;
  /** The position of a message in its conversation; null: the memory is no message. */
  message: ConversationMessage | null;
  /** Whether it is no candidate, but gives its words as the context of one in the same run. */
  isContext: boolean;
}

/** A position in a run. Runs of different effective users or agents are distinct, whatever
 * their names. */
export interface ConversationMessage {
  /** Identifies the run within one result. */
  run: number;
  /** Numbers the messages of the run in the order of their writes, without gaps. */
  position: number;
  speaker: string;
}

export interface WordStatistics {
  scopeSize: number;
  documentFrequencies: number[];
}

export interface Candidates extends WordStatistics {
  candidates: Candidate[];
  /** The average number of words in a memory of the scope. */
  averageLength: number;
  /** The numbers of memories with each identifier of the query, in the order of `identifiers`. */
  identifierFrequencies: number[];
  /** The vector search was unavailable, so nearest memories may be missing. */
  vectorsAway?: true;
}

export interface ClosestTokensQuery {
  accountId: string;
  embedderId: string;
  ids: readonly string[];
  /** The token vectors of the query. */
  tokens: Int8Array;
  space: TokenSpace;
}

/** A value, and the number of memories that have it. */
export interface ValueCount {
  value: string;
  count: number;
}

/** The maximum of values in each list of {@link ValueCounts}. */
export const maxValues = 100;

/**
 * The values of a scope, each list with the most frequent first. Equally frequent ones are ordered by their UTF-8 bytes.
 * Metadata values are strings, and strings in arrays.
 */
export interface ValueCounts {
  /** The effective users. */
  users: ValueCount[];
  agents: ValueCount[];
  runs: ValueCount[];
  projects: ValueCount[];
  sources: ValueCount[];
  memoryTypes: ValueCount[];
  tags: ValueCount[];
  /** The number of memories in the scope. */
  total: number;
}

export interface SampleQuery {
  scope: Scope;
  /** The embedder of the vectors. Memories without a vector of it are not sampled. */
  embedderId: string;
  limit: number;
}

/** A sample of a scope, in no order. */
export interface VectorSample {
  /** The number of memories in the scope, also of those without a vector. */
  total: number;
  /** `vector`: the mean direction of the memory's vectors, with the length 1. */
  memories: { id: string; vector: Float32Array }[];
}

/** Finds the memories that are worth ranking. */
export interface CandidateIndex {
  /**
   * Resolves to the memories of the scope that are worth ranking, unordered: the best by words (tags included), the
   * best by vector, and the two messages before and after each message among them. The next two in either direction are
   * context.
   */
  candidates(query: CandidateQuery): Promise<Candidates>;
  /** Counts the memories of the scope, and those of them that hold or are tagged with each of the words. */
  wordStatistics(scope: SearchScope, words: readonly string[]): Promise<WordStatistics>;
  /** Counts the values that the memories of a scope have. */
  countValues(scope: Scope): Promise<ValueCounts>;
  /**
   * Reads the vectors of at most `limit` memories. It chooses the same ones each time, whenever they were
   * written; those that are added or deleted change little.
   */
  sampleVectors(query: SampleQuery): Promise<VectorSample>;
  /**
   * Resolves, for each memory, to the greatest cosine of each token of the query with a token of the memory; null: it
   * has no token vectors of this embedder.
   */
  closestTokens(query: ClosestTokensQuery): Promise<(Float32Array | null)[]>;
}
