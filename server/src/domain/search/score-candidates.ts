import type { CosineBand } from '../../ports/embedder.ts';
import type { Candidate, Candidates } from '../../ports/memory-store.ts';
import { toWords } from '../text/words.ts';
import { inverseDocumentFrequency } from './inverse-document-frequency.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** A candidate with the scores of its words, its vector and its tags. */
export interface ScoredCandidate {
  candidate: Candidate;
  /** Saturated BM25 of the memory's own words, 0..1. */
  own: number;
  /** The same, for a message together with the words of the messages around it. */
  words: number;
  /** How far the cosine is above noise, 0..1. */
  vector: number;
  /** The share of the query's weight that the memory's tags hold, 0..1. */
  tags: number;
}

/** Finds the message at a position of a run. */
type MessageAt = (run: number, position: number) => ScoredCandidate | undefined;

/** The number of candidates scored without a pause, about a millisecond of work. */
export const scoredAtOnce = 200;
/** The maximum length, in UTF-16 units. Longer names of speakers are cut, because no query holds them whole. */
const maxSpeakerLength = 64;

/**
 * Scores the words and vectors of candidates. Pauses where there are many.
 * @returns also the stemmed words of each speaker's name
 */
export function* scoreCandidates(found: Candidates, cosineBand: CosineBand, words: readonly string[]) {
  const { candidates, averageLength, scopeSize } = found;
  const idf = found.documentFrequencies.map((frequency) => inverseDocumentFrequency(frequency, scopeSize));
  // Tags can't hold a word that no memory of the scope holds.
  const presentIdf = idf.map((weight, at) => ((found.documentFrequencies[at] ?? 0) > 0 ? weight : 0));
  const unit = (weights.k1 + 1) * Math.log(1 + scopeSize);
  const score = (counts: readonly number[], length: number) =>
    saturated(bm25(counts, idf, averageLength > 0 ? length / averageLength : 1) / unit);
  const bestCertainty = candidates.reduce((best, { cosine }) => Math.max(best, certainty(cosine, cosineBand)), 0);
  const messages = new Map<number, ScoredCandidate>();
  const all: ScoredCandidate[] = [];
  for (const candidate of candidates) {
    if (all.length % scoredAtOnce === scoredAtOnce - 1) yield;
    const own = score(candidate.wordCounts, candidate.length);
    // A memory without a vector yet may mean anything, so its words stand in for the vector. A vector score of 0 would
    // rank a new memory behind the noise of everything older.
    const vector =
      candidate.cosine === null
        ? bestCertainty * shareHeld(idf, (word) => (candidate.wordCounts[word] ?? 0) > 0)
        : certainty(candidate.cosine, cosineBand);
    const tags = shareHeld(presentIdf, (word) => candidate.tagged[word] === true);
    const one = { candidate, own, words: own, vector, tags };
    if (candidate.message) messages.set(slotOf(candidate.message.run, candidate.message.position), one);
    all.push(one);
  }
  const at: MessageAt = (run, position) => messages.get(slotOf(run, position));
  const speakers = new Set(candidates.flatMap(({ message }) => message?.speaker || []));
  const speakerWords = new Map([...speakers].map((name) => [name, toWords(name.slice(0, maxSpeakerLength))]));
  let joined = 0;
  for (const one of messages.values()) {
    if (one.candidate.isContext) continue;
    if (++joined % scoredAtOnce === 0) yield;
    const { counts, length } = withNeighbours(one.candidate, at, (speaker, word) =>
      speakerWords.get(speaker)?.includes(words[word] as string),
    );
    one.words = score(counts, length);
  }
  return { all, at, speakerWords };
}

/** Maps a run and a position to one number. Runs and positions are far fewer than its factors allow. */
function slotOf(run: number, position: number): number {
  return run * 2 ** 26 + position;
}

/** Adds the weighted words of the messages around a message. The length is that of an average message. */
function withNeighbours(
  { wordCounts, length, message }: Candidate,
  at: MessageAt,
  isInName: (speaker: string, word: number) => boolean | undefined,
): { counts: number[]; length: number } {
  const counts = [...wordCounts];
  let weightedLength = length;
  let weight = 1;
  for (const [index, share] of weights.neighbourWords.entries()) {
    for (const step of [-1, 1]) {
      const neighbour = message && at(message.run, message.position + step * (index + 1))?.candidate;
      if (!neighbour?.message) continue;
      const { speaker } = neighbour.message;
      for (const [word, count] of neighbour.wordCounts.entries()) {
        // The neighbour's words count, but not the name of its speaker.
        const spoken = count > 0 && isInName(speaker, word) ? count - 1 : count;
        if (spoken > 0) counts[word] = (counts[word] as number) + share * spoken;
      }
      weightedLength += share * neighbour.length;
      weight += share;
    }
  }
  return { counts, length: weightedLength / weight };
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

/** Returns the share of the query's weight that lies in the held words, 0..1. */
function shareHeld(idf: readonly number[], isHeld: (word: number) => boolean): number {
  let matched = 0;
  let all = 0;
  for (const [word, weight] of idf.entries()) {
    all += weight;
    if (isHeld(word)) matched += weight;
  }
  return all === 0 ? 0 : matched / all;
}

/** The square makes several real matches count far more than one. */
function saturated(x: number): number {
  return x ** 2 / (x ** 2 + weights.halfSaturation ** 2);
}

/** Returns where a cosine lies in its band, 0..1. */
export function certainty(cosine: number | null, { low, high }: CosineBand): number {
  return cosine === null ? 0 : Math.min(1, Math.max(0, (cosine - low) / (high - low)));
}
