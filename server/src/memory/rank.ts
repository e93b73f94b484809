import type { CosineBand } from '../ports/embedder.ts';
import type { Candidate, Candidates } from '../ports/memory-store.ts';
import type { Nearness } from './asked-times.ts';
import { isCommonName } from './common-names.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import { toWords } from './words.ts';

/** What search knows of the query besides its words and its vector. */
export interface Asked {
  /** Distinct stemmed words, as the candidates' counts have them. */
  words: readonly string[];
  /** Names and the like, in lower case, each with its stemmed words. */
  entities: ReadonlyMap<string, readonly string[]>;
  /** The times it names. */
  time?: Nearness | undefined;
}

export type Signal =
  | 'vector'
  | 'words'
  | 'run_vector'
  | 'run_words'
  | 'date'
  | 'entities'
  | 'recency'
  | 'duplicate'
  | 'speaker'
  | 'question'
  | 'answer'
  | 'length';

export interface SignalValue {
  /** Before weighting; most lie between 0 and 1. */
  raw: number;
  /** Its part of the sum. */
  score: number;
}

/** What put a memory higher than its own words and vector would. */
export type Lift = 'neighbours' | 'run' | 'date' | 'speaker' | 'answer' | 'entities' | 'recency';

export interface Ranked {
  candidate: Candidate;
  /** 0..1, in the same order as the fused sum it is made from. */
  score: number;
  /** What each signal adds to the sum; absent: nothing. */
  signals: Partial<Record<Signal, SignalValue>>;
  liftedBy: Lift[];
}

/** A candidate with what its words and its vector say by themselves. */
interface Judged {
  candidate: Candidate;
  /** Saturated BM25 of the memory's own words, 0..1. */
  own: number;
  /** The same with the words of the turns around it; of a fact, its own. */
  words: number;
  /** 0..1: how far the cosine is above noise. */
  vector: number;
}

/**
 * Orders candidates by the sum of what their words, their vectors and their conversation say (score fusion, not rank
 * fusion: an exact hit keeps its weight). Candidates without any evidence, neither a word, their own or of a turn near
 * by, nor a vector above noise, are left out. A fact is ranked as a conversation of one turn.
 */
export function rank(found: Candidates, cosineBand: CosineBand, asked: Asked): Ranked[] {
  const judged = judge(found, cosineBand, asked.words);
  const runs = bestOfRuns(judged.all);
  const namedSpeaker = soleSpeakerNamed(found.candidates, asked.words);
  const entities = tellingEntities(found, asked);
  const recency = createRecency(found.candidates);
  const copies = olderCopies(found.candidates);
  const ranked: (Ranked & { sum: number })[] = [];
  for (const one of judged.all) {
    const { candidate, words, vector } = one;
    if (candidate.isContext || (words === 0 && vector === 0)) continue;
    const { turn } = candidate;
    const run = (turn && runs.get(turn.run)) ?? { own: words, vector };
    const before = turn && judged.at(turn.run, turn.position - 1);
    const signals: Ranked['signals'] = {};
    let sum = 0;
    const add = (name: Signal, raw: number, weight: number) => {
      if (raw === 0) return;
      signals[name] = { raw, score: raw * weight };
      sum += raw * weight;
    };
    add('words', words, weights.words);
    add('run_words', run.own, weights.runWords);
    add('vector', vector, weights.vector);
    add('run_vector', run.vector, weights.runVector);
    add('date', asked.time?.(candidate.occurredAt) ?? 0, weights.date);
    add('entities', shareOf(entities, candidate.entities), weights.entities);
    add('recency', recency(candidate.occurredAt), turn ? weights.turnRecency : weights.recency);
    add('duplicate', Number(copies.has(candidate.id)), weights.duplicate);
    if (turn) {
      add('speaker', Number(turn.speaker !== '' && turn.speaker === namedSpeaker), weights.speaker);
      add('question', Number(isQuestion(candidate)), weights.question);
      add('answer', before && isQuestion(before.candidate) ? before.vector : 0, weights.answer);
      add('length', Math.log((1 + candidate.characters) / (1 + weights.usualCharacters)), weights.length);
    }
    ranked.push({ candidate, signals, sum, score: calibrated(sum), liftedBy: lifts(one, run, signals) });
  }
  return ranked.sort((left, right) => right.sum - left.sum || (left.candidate.id < right.candidate.id ? 1 : -1));
}

function lifts(one: Judged, run: { own: number; vector: number }, signals: Ranked['signals']): Lift[] {
  const reordering = ['date', 'speaker', 'answer', 'entities', 'recency'] as const;
  return [
    ...(one.words > one.own ? (['neighbours'] as const) : []),
    ...(one.candidate.turn && (run.own > one.own || run.vector > one.vector) ? (['run'] as const) : []),
    ...reordering.filter((name) => (signals[name]?.score ?? 0) > 0),
  ];
}

/** Those of the query's entities that not nearly every memory names. */
function tellingEntities({ documentFrequencies, scopeSize }: Candidates, { words, entities }: Asked): string[] {
  const isCommon = (word: string) => isCommonName(documentFrequencies[words.indexOf(word)] ?? 0, scopeSize);
  return [...entities].filter(([, own]) => own.length === 0 || !own.every(isCommon)).map(([name]) => name);
}

function shareOf(wanted: readonly string[], there: readonly string[]): number {
  return wanted.length === 0 ? 0 : wanted.filter((name) => there.includes(name)).length / wanted.length;
}

function createRecency(candidates: readonly Candidate[]): (at: number) => number {
  let [oldest, newest] = [Infinity, -Infinity];
  for (const { occurredAt } of candidates) {
    oldest = Math.min(oldest, occurredAt);
    newest = Math.max(newest, occurredAt);
  }
  return (at) => (newest > oldest ? (at - oldest) / (newest - oldest) : 0);
}

/** Of candidates with the same words all but the newest. */
function olderCopies(candidates: readonly Candidate[]): Set<string> {
  const newest = new Map<number, Candidate>();
  const older = new Set<string>();
  for (const candidate of candidates) {
    if (candidate.isContext || candidate.length === 0) continue;
    const known = newest.get(candidate.wordsHash);
    if (known && known.length === candidate.length) {
      const isNewer = candidate.occurredAt - known.occurredAt || (candidate.id > known.id ? 1 : -1);
      older.add(isNewer > 0 ? known.id : candidate.id);
      if (isNewer > 0) newest.set(candidate.wordsHash, candidate);
    } else {
      newest.set(candidate.wordsHash, candidate);
    }
  }
  return older;
}

interface Judgement {
  all: Judged[];
  at(run: number, position: number): Judged | undefined;
}

function judge(found: Candidates, cosineBand: CosineBand, words: readonly string[]): Judgement {
  const { candidates, averageLength, scopeSize } = found;
  const idf = found.documentFrequencies.map((frequency) =>
    Math.log(1 + (scopeSize - frequency + 0.5) / (frequency + 0.5)),
  );
  const unit = (weights.k1 + 1) * Math.log(1 + scopeSize);
  const score = (counts: readonly number[], length: number) =>
    saturated(bm25(counts, idf, averageLength > 0 ? length / averageLength : 1) / unit);
  const bestCertainty = candidates.reduce((best, { cosine }) => Math.max(best, certainty(cosine, cosineBand)), 0);
  const turns = new Map<string, Judged>();
  const speakerWords = createSpeakerWords(words);
  const all = candidates.map((candidate): Judged => {
    const own = score(candidate.wordCounts, candidate.length);
    // A memory that is not embedded yet may mean anything: its words have to speak for its vector. Counting the
    // missing vector as 0 would put what was just written behind the noise of everything older.
    const vector =
      candidate.cosine === null
        ? bestCertainty * matchedShare(candidate, idf)
        : certainty(candidate.cosine, cosineBand);
    const one = { candidate, own, words: own, vector };
    if (candidate.turn) turns.set(placeOf(candidate.turn.run, candidate.turn.position), one);
    return one;
  });
  const at = (run: number, position: number) => turns.get(placeOf(run, position));
  for (const one of turns.values()) {
    if (one.candidate.isContext) continue;
    const { counts, length } = withNeighbours(one.candidate, at, speakerWords);
    one.words = score(counts, length);
  }
  return { all, at };
}

function placeOf(run: number, position: number): string {
  return `${run} ${position}`;
}

/** The words of a turn and, by their distance less, those of the turns around it; the length in ordinary turns' words. */
function withNeighbours(
  { wordCounts, length, turn }: Candidate,
  at: Judgement['at'],
  speakerWords: (speaker: string) => readonly number[],
): { counts: number[]; length: number } {
  const counts = [...wordCounts];
  let weightedLength = length;
  let weight = 1;
  for (const [index, share] of weights.neighbourWords.entries()) {
    for (const step of [-1, 1]) {
      const neighbour = turn && at(turn.run, turn.position + step * (index + 1));
      if (!neighbour?.candidate.turn) continue;
      const { candidate } = neighbour;
      // What is said near by counts, not who says it.
      const said = speakerWords(candidate.turn?.speaker ?? '');
      for (const [word, count] of candidate.wordCounts.entries()) {
        counts[word] = (counts[word] as number) + share * Math.max(0, count - (said[word] as number));
      }
      weightedLength += share * candidate.length;
      weight += share;
    }
  }
  return { counts, length: weightedLength / weight };
}

/** How often each query word stands in a speaker's name. */
function createSpeakerWords(words: readonly string[]): (speaker: string) => readonly number[] {
  const known = new Map<string, number[]>();
  return (speaker) => {
    let counts = known.get(speaker);
    if (!counts) {
      const own = toWords(speaker);
      counts = words.map((word) => own.filter((each) => each === word).length);
      known.set(speaker, counts);
    }
    return counts;
  };
}

/** The best words and the best vector among a run's candidates. */
function bestOfRuns(judged: readonly Judged[]): Map<number, { own: number; vector: number }> {
  const best = new Map<number, { own: number; vector: number }>();
  for (const { candidate, own, vector } of judged) {
    if (!candidate.turn || candidate.isContext) continue;
    const known = best.get(candidate.turn.run);
    if (!known) best.set(candidate.turn.run, { own, vector });
    else {
      known.own = Math.max(known.own, own);
      known.vector = Math.max(known.vector, vector);
    }
  }
  return best;
}

/** The speaker whose whole name the query says, if it says no other's. */
function soleSpeakerNamed(candidates: readonly Candidate[], words: readonly string[]): string | undefined {
  const asked = new Set(words);
  const speakers = new Set(candidates.flatMap(({ turn }) => (turn?.speaker ? [turn.speaker] : [])));
  const named = [...speakers].filter((speaker) => {
    const own = toWords(speaker);
    return own.length > 0 && own.every((word) => asked.has(word));
  });
  return named.length === 1 ? named[0] : undefined;
}

function isQuestion({ ending }: Candidate): boolean {
  return /[?？؟]/.test(ending);
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

/** How much of the query's weight occurs in the memory, 0..1. */
function matchedShare({ wordCounts }: Candidate, idf: readonly number[]): number {
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
  return x ** 2 / (x ** 2 + weights.halfSaturation ** 2);
}

function certainty(cosine: number | null, { low, high }: CosineBand): number {
  return cosine === null ? 0 : Math.min(1, Math.max(0, (cosine - low) / (high - low)));
}

/** Monotone, 0..1: from 0.5 on a memory is probably about what was asked (`docs/retrieval.md` says how probably). */
function calibrated(sum: number): number {
  return 1 / (1 + Math.exp((weights.probable - sum) / weights.spread));
}
