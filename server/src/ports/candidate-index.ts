import type { Scope } from './scope.ts';

/** In milliseconds since the epoch; `to` is exclusive. */
export interface TimeSpan {
  from: number;
  to: number;
}

export interface CandidateQuery {
  scope: Scope;
  /** Distinct stemmed query words. */
  words: string[];
  /** Names and the like that the query holds, in lower case. */
  entities: string[];
  /** Vector of the query, at most of length 1, and the embedder that made it; null when there is none. */
  vector: { embedderId: string; values: Float32Array } | null;
  /** How many candidates each signal may name. */
  limit: number;
  /** Of what happened in any of these the best by words and by vector are candidates too. Empty: no time is asked for. */
  times: readonly TimeSpan[];
  /** The query asks for nothing but these times: the newest that happened then are candidates too. */
  timesAreAll: boolean;
  /** A memory that is to be among the candidates when the scope holds it, whatever else is found. */
  include?: string;
}

/** `copyHash`, `characters` and `ending` are those of its {@link TextIndex}. */
export interface Candidate {
  id: string;
  version: number;
  /** How often each query word occurs in the memory, in the order of `words`. */
  wordCounts: number[];
  /** Whether each query word is among the memory's tag words, in the order of `words`. */
  tagged: boolean[];
  /** Words in the memory altogether. */
  length: number;
  /** Those of the query's entities that the memory names. */
  entities: string[];
  copyHash: number | null;
  /** Best cosine over the memory's vectors; null when it has none yet. */
  cosine: number | null;
  characters: number;
  ending: string;
  occurredAt: number;
  /** When the present text was told: when it happened, or when it was last changed if that was later. */
  statedAt: number;
  /** Where a turn stands in its conversation; null for everything else. */
  message: ConversationMessage | null;
  /** It is here for its words only, because a candidate stands near it in its run; no candidate itself. */
  isContext: boolean;
}

/** A place in a run. Runs of different users or agents are different ones, whatever their names. */
export interface ConversationMessage {
  /** The same for all turns of a run, within one answer. */
  run: number;
  /** Among the turns of the run as they were written: those before and after have the numbers before and after. */
  position: number;
  speaker: string;
}

export interface WordStatistics {
  scopeSize: number;
  documentFrequencies: number[];
}

export interface Candidates extends WordStatistics {
  candidates: Candidate[];
  /** Words in a memory of the scope, on average. */
  averageLength: number;
  /** What finds the nearest by vector could not be asked: of them, only what could be read is here. */
  vectorsAway?: true;
}

/** Finds the memories that are worth ranking. */
export interface CandidateIndex {
  /**
   * The memories worth ranking, unordered: the best by words, tags included, the best by vector, the two turns before and the two
   * after each of these that is a turn, and as context the next two in either direction. All within the scope.
   */
  candidates(query: CandidateQuery): Promise<Candidates>;
  /** How many memories there are in the scope, and how many of them hold or are tagged with each of the words. */
  wordStatistics(scope: Scope, words: readonly string[]): Promise<WordStatistics>;
}
