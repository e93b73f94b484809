import type { CosineBand } from '../../ports/embedder.ts';
import type { Candidate, Candidates } from '../../ports/memory-store.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import type { SpeakerWords } from './speaker-words.ts';

/** A candidate with what its words and its vector say by themselves. */
export interface ScoredCandidate {
  candidate: Candidate;
  /** Saturated BM25 of the memory's own words, 0..1. */
  own: number;
  /** The same with the words of the turns around it; of a fact, its own. */
  words: number;
  /** 0..1: how far the cosine is above noise. */
  vector: number;
  /** How much of the query's weight its tags hold, 0..1. */
  tags: number;
}

export interface Scores {
  all: ScoredCandidate[];
  /** The turn at a place of a run. */
  at(run: number, position: number): ScoredCandidate | undefined;
}

/** How many candidates are worked on in one go: about a millisecond. */
export const scoredAtOnce = 200;

/** What words and vectors say of each candidate, neighbours' words included. Pauses in between. */
export function* scoreCandidates(
  found: Candidates,
  cosineBand: CosineBand,
  words: readonly string[],
  speakerWords: SpeakerWords,
): Generator<void, Scores> {
  const { candidates, averageLength, scopeSize } = found;
  const idf = found.documentFrequencies.map((frequency) =>
    Math.log(1 + (scopeSize - frequency + 0.5) / (frequency + 0.5)),
  );
  // What no memory of the scope says can not be said by tags either.
  const presentIdf = idf.map((weight, at) => ((found.documentFrequencies[at] ?? 0) > 0 ? weight : 0));
  const unit = (weights.k1 + 1) * Math.log(1 + scopeSize);
  const score = (counts: readonly number[], length: number) =>
    saturated(bm25(counts, idf, averageLength > 0 ? length / averageLength : 1) / unit);
  const bestCertainty = candidates.reduce((best, { cosine }) => Math.max(best, certainty(cosine, cosineBand)), 0);
  const messages = new Map<number, ScoredCandidate>();
  const namesOf = createNameCounts(words, speakerWords);
  const all: ScoredCandidate[] = [];
  for (const candidate of candidates) {
    if (all.length % scoredAtOnce === scoredAtOnce - 1) yield;
    const own = score(candidate.wordCounts, candidate.length);
    // A memory that is not embedded yet may mean anything: its words have to speak for its vector. Counting the
    // missing vector as 0 would put what was just written behind the noise of everything older.
    const vector =
      candidate.cosine === null
        ? bestCertainty * shareHeld(idf, (word) => (candidate.wordCounts[word] ?? 0) > 0)
        : certainty(candidate.cosine, cosineBand);
    const tags = shareHeld(presentIdf, (word) => candidate.tagged[word] === true);
    const one = { candidate, own, words: own, vector, tags };
    if (candidate.message) messages.set(slotOf(candidate.message.run, candidate.message.position), one);
    all.push(one);
  }
  const at = (run: number, position: number) => messages.get(slotOf(run, position));
  let joined = 0;
  for (const one of messages.values()) {
    if (one.candidate.isContext) continue;
    if (++joined % scoredAtOnce === 0) yield;
    const { counts, length } = withNeighbours(one.candidate, at, namesOf);
    one.words = score(counts, length);
  }
  return { all, at };
}

/** A number for each place: runs and positions are far fewer than its factors allow. */
function slotOf(run: number, position: number): number {
  return run * 2 ** 26 + position;
}

/** The words of a turn and, by their distance less, those of the turns around it; the length in ordinary turns' words. */
function withNeighbours(
  { wordCounts, length, message }: Candidate,
  at: Scores['at'],
  namesOf: (speaker: string) => readonly number[],
): { counts: number[]; length: number } {
  const counts = [...wordCounts];
  let weightedLength = length;
  let weight = 1;
  for (const [index, share] of weights.neighbourWords.entries()) {
    for (const step of [-1, 1]) {
      const neighbour = message && at(message.run, message.position + step * (index + 1));
      if (!neighbour?.candidate.message) continue;
      const { candidate } = neighbour;
      // What is said near by counts, not who says it.
      const speakerNames = namesOf(candidate.message?.speaker ?? '');
      for (const [word, count] of candidate.wordCounts.entries()) {
        counts[word] = (counts[word] as number) + share * Math.max(0, count - (speakerNames[word] as number));
      }
      weightedLength += share * candidate.length;
      weight += share;
    }
  }
  return { counts, length: weightedLength / weight };
}

/** 1 for each query word that stands in a speaker's name, else 0. */
function createNameCounts(
  words: readonly string[],
  speakerWords: SpeakerWords,
): (speaker: string) => readonly number[] {
  const known = new Map<string, number[]>();
  return (speaker) => {
    let counts = known.get(speaker);
    if (!counts) {
      const own = speakerWords(speaker);
      counts = words.map((word) => (own.includes(word) ? 1 : 0));
      known.set(speaker, counts);
    }
    return counts;
  };
}

/** @param length as a multiple of the average */
function bm25(counts: readonly number[], idf: readonly number[], length: number): number {
  const { k1, b } = weights;
  const lengthFactor = k1 * (1 - b + b * length);
  let score = 0;
  for (const [word, count] of counts.entries()) {
    if (count > 0) score += ((idf[word] ?? 0) * count * (k1 + 1)) / (count + lengthFactor);
  }
  return score;
}

/** How much of the query's weight is in the words that `isHeld` says, 0..1. */
function shareHeld(idf: readonly number[], isHeld: (word: number) => boolean): number {
  let matched = 0;
  let all = 0;
  for (const [word, weight] of idf.entries()) {
    all += weight;
    if (isHeld(word)) matched += weight;
  }
  return all === 0 ? 0 : matched / all;
}

/** Squared, so that several real matches count far more than one. */
function saturated(x: number): number {
  return x ** 2 / (x ** 2 + weights.halfSaturation ** 2);
}

function certainty(cosine: number | null, { low, high }: CosineBand): number {
  return cosine === null ? 0 : Math.min(1, Math.max(0, (cosine - low) / (high - low)));
}
