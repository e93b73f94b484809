import type { CosineBand } from '../ports/embedder.ts';
import type { Candidate, Candidates } from '../ports/memory-store.ts';

/** BM25 for short texts: how fast repetitions stop counting, and how little the length matters. */
const k1 = 0.9;
const b = 0.25;
/** Where several matching words begin to convince; one stray word stays well below. */
const halfSaturation = 1.2;
const wordsWeight = 1.1;
const vectorWeight = 1.2;

export interface Ranked {
  candidate: Candidate;
  /** 0..1, in the same order as the fused sum it is made from. */
  score: number;
}

/**
 * Orders candidates by the sum of what their words and their vectors say (score fusion, not rank fusion: an exact hit
 * keeps its weight). Candidates without any evidence, neither a word nor a vector above noise, are left out.
 */
export function rank(found: Candidates, cosineBand: CosineBand): Ranked[] {
  const idf = found.documentFrequencies.map((frequency) =>
    Math.log(1 + (found.scopeSize - frequency + 0.5) / (frequency + 0.5)),
  );
  const unit = (k1 + 1) * Math.log(1 + found.scopeSize);
  const certainties = found.candidates.map(({ cosine }) => certainty(cosine, cosineBand));
  const bestCertainty = Math.max(0, ...certainties);
  const ranked: (Ranked & { sum: number })[] = [];
  for (const [at, candidate] of found.candidates.entries()) {
    const words = bm25(candidate, idf, found.averageLength);
    // A memory that is not embedded yet may mean anything: its words have to speak for its vector. Counting the
    // missing vector as 0 would put what was just written behind the noise of everything older.
    const vector =
      candidate.cosine === null ? bestCertainty * matchedShare(candidate, idf) : (certainties[at] as number);
    if (words === 0 && vector === 0) continue;
    const sum = wordsWeight * saturated(words / unit) + vectorWeight * vector;
    ranked.push({ candidate, sum, score: calibrated(sum) });
  }
  return ranked.sort((left, right) => right.sum - left.sum || (left.candidate.id < right.candidate.id ? 1 : -1));
}

function bm25({ wordCounts, length }: Candidate, idf: number[], averageLength: number): number {
  const lengthFactor = k1 * (1 - b + (b * length) / (averageLength || 1));
  let score = 0;
  for (const [word, count] of wordCounts.entries()) {
    if (count > 0) score += ((idf[word] ?? 0) * count * (k1 + 1)) / (count + lengthFactor);
  }
  return score;
}

/** How much of the query's weight occurs in the memory, 0..1. */
function matchedShare({ wordCounts }: Candidate, idf: number[]): number {
  let matched = 0;
  let all = 0;
  for (const [word, weight] of idf.entries()) {
    all += weight;
    if ((wordCounts[word] ?? 0) > 0) matched += weight;
  }
  return all === 0 ? 0 : matched / all;
}

/** Squared, so that several real matches count far more than one. */
function saturated(x: number): number {
  return x ** 2 / (x ** 2 + halfSaturation ** 2);
}

function certainty(cosine: number | null, { low, high }: CosineBand): number {
  return cosine === null ? 0 : Math.min(1, Math.max(0, (cosine - low) / (high - low)));
}

/** Monotone: 0.5 lies where a good paraphrase without a common word stands, 1 is never reached. */
function calibrated(sum: number): number {
  return 1 - Math.exp(-sum);
}
