import type { Candidate, Candidates } from '../../ports/candidate-index.ts';
import type { CosineBand } from '../../ports/embedder.ts';
import { toWords } from '../text/words.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** The number of candidates scored without a pause, about a millisecond of work. */
export const scoredAtOnce = 200;
/** The maximum length, in UTF-16 units. Longer names of speakers are cut, because no query contains them completely. */
const maxSpeakerLength = 64;

/** The maximum distance between a message and the messages whose words it shares. */
const reach = weights.neighbourWords.length;

/** The scores of candidates by position. They are columns, because objects would cost more time than the scores. */
export class CandidateScores {
  readonly candidates: readonly Candidate[];
  /** Saturated BM25 of the memory's own words, 0..1. */
  readonly own: Float64Array;
  /** The same, for a message together with the words of the messages around it. */
  readonly words: Float64Array;
  /** How far the cosine is above noise, 0..1. */
  readonly vectors: Float64Array;
  /** The share of the query's weight that is in the memory's tags, 0..1. */
  readonly tags: Float64Array;
  readonly speakerWords: ReadonlyMap<string, readonly string[]>;
  private readonly found: Candidates;
  private readonly idf: readonly number[];
  /** The maximum score of a word that every memory contains. */
  private readonly unit: number;
  /** The speakers whose names contain words of the query, with these words. Most queries contain none. */
  private readonly named: ReadonlyMap<string, ReadonlySet<number>>;
  private readonly messages = new Map<number, number>();
  private readonly slotsOfRun: number;
  /** The words of a message with those around it, which every message reuses. */
  private readonly joined: number[];

  constructor(found: Candidates, words: readonly string[]) {
    const { candidates, documentFrequencies, scopeSize } = found;
    this.found = found;
    this.candidates = candidates;
    this.own = new Float64Array(candidates.length);
    this.words = new Float64Array(candidates.length);
    this.vectors = new Float64Array(candidates.length);
    this.tags = new Float64Array(candidates.length);
    this.idf = documentFrequencies.map((frequency) => inverseDocumentFrequency(frequency, scopeSize));
    this.unit = (weights.k1 + 1) * Math.log(1 + scopeSize);
    this.joined = words.map(() => 0);
    this.speakerWords = wordsOfSpeakers(candidates);
    this.named = new Map(
      [...this.speakerWords].flatMap(([speaker, own]) => {
        const held = [...words.keys()].filter((at) => own.includes(words[at] as string));
        return held.length === 0 ? [] : [[speaker, new Set(held)]];
      }),
    );
    let last = 0;
    for (const { message } of candidates) if (message && message.position > last) last = message.position;
    this.slotsOfRun = last + 1 + 2 * reach;
  }

  /** Computes all scores. Pauses where there are many. */
  *compute(cosineBand: CosineBand): Generator<void, void> {
    const { candidates, idf, found } = this;
    // Tags cannot contain a word that no memory of the scope contains.
    const presentIdf = idf.map((weight, at) => ((found.documentFrequencies[at] ?? 0) > 0 ? weight : 0));
    let bestCertainty = 0;
    for (const { cosine } of candidates) bestCertainty = Math.max(bestCertainty, certainty(cosine, cosineBand));
    for (let at = 0; at < candidates.length; at++) {
      if (at % scoredAtOnce === scoredAtOnce - 1) yield;
      const { wordCounts, length, cosine, tagged, message } = candidates[at] as Candidate;
      const own = this.score(wordCounts, length);
      this.own[at] = own;
      this.words[at] = own;
      // A memory without a vector may mean anything, so its words replace the vector. With a vector score of 0, a new
      // memory would rank behind the noise of all older ones.
      this.vectors[at] = cosine === null ? bestCertainty * shareHeld(idf, wordCounts) : certainty(cosine, cosineBand);
      this.tags[at] = shareHeld(presentIdf, tagged);
      if (message) this.messages.set(this.slotOf(message.run, message.position), at);
    }
    let joined = 0;
    for (const at of this.messages.values()) {
      if ((candidates[at] as Candidate).isContext) continue;
      if (++joined % scoredAtOnce === 0) yield;
      this.words[at] = this.scoreWithNeighbours(candidates[at] as Candidate);
    }
  }

  /** Finds the candidate at a position of a run, or up to {@link reach} outside it. */
  find(run: number, position: number): number | undefined {
    return this.messages.get(this.slotOf(run, position));
  }

  /** Maps to small numbers, because a map finds small integers several times as fast. */
  private slotOf(run: number, position: number): number {
    return run * this.slotsOfRun + position + reach;
  }

  private score(counts: readonly number[], length: number): number {
    const { averageLength } = this.found;
    const score = bm25(counts, this.idf, averageLength > 0 ? length / averageLength : 1) / this.unit;
    // The square lets several real matches count far more than one.
    return score ** 2 / (score ** 2 + weights.halfSaturation ** 2);
  }

  /** Adds the weighted words of the messages around a message. The length is that of an average message. */
  private scoreWithNeighbours({ wordCounts, length, message }: Candidate): number {
    const counts = this.joined;
    for (let word = 0; word < counts.length; word++) counts[word] = wordCounts[word] ?? 0;
    let weightedLength = length;
    let weight = 1;
    for (let index = 0; message && index < reach; index++) {
      const share = weights.neighbourWords[index] as number;
      for (let step = -1; step <= 1; step += 2) {
        const at = this.find(message.run, message.position + step * (index + 1));
        if (at === undefined) continue;
        const neighbour = this.candidates[at] as Candidate;
        this.addWords(neighbour, share);
        weightedLength += share * neighbour.length;
        weight += share;
      }
    }
    return this.score(counts, weightedLength / weight);
  }

  private addWords({ wordCounts, message }: Candidate, share: number): void {
    const named = this.named.get(message?.speaker ?? '');
    for (let word = 0; word < wordCounts.length; word++) {
      const count = wordCounts[word] as number;
      if (count === 0) continue;
      // The neighbour's words count, but the name of its speaker does not.
      const spoken = named?.has(word) ? count - 1 : count;
      if (spoken > 0) this.joined[word] = (this.joined[word] as number) + share * spoken;
    }
  }
}

function wordsOfSpeakers(candidates: readonly Candidate[]): Map<string, string[]> {
  const wordsOf = new Map<string, string[]>();
  for (const { message } of candidates) {
    if (!message?.speaker || wordsOf.has(message.speaker)) continue;
    wordsOf.set(message.speaker, toWords(message.speaker.slice(0, maxSpeakerLength)));
  }
  return wordsOf;
}

/** Returns the weight of a word: the fewer memories contain it, the higher. This variant is never negative. */
export function inverseDocumentFrequency(documentFrequency: number, scopeSize: number): number {
  return Math.log(1 + (scopeSize - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** @param length as a multiple of the average */
function bm25(counts: readonly number[], idf: readonly number[], length: number): number {
  const { k1, b } = weights;
  const lengthFactor = k1 * (1 - b + b * length);
  let score = 0;
  for (let word = 0; word < counts.length; word++) {
    const count = counts[word] as number;
    if (count > 0) score += ((idf[word] ?? 0) * count * (k1 + 1)) / (count + lengthFactor);
  }
  return score;
}

/** Returns the share of the query's weight that the matching words have, 0..1. */
function shareHeld(idf: readonly number[], held: readonly (number | boolean)[]): number {
  let matched = 0;
  let all = 0;
  for (let word = 0; word < idf.length; word++) {
    const weight = idf[word] as number;
    all += weight;
    if (held[word]) matched += weight;
  }
  return all === 0 ? 0 : matched / all;
}

/** Returns where a cosine lies in its band, 0..1. */
export function certainty(cosine: number | null, { low, high }: CosineBand): number {
  return cosine === null ? 0 : Math.min(1, Math.max(0, (cosine - low) / (high - low)));
}
