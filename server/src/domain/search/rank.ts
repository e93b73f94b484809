import type { Candidate, Candidates } from '../../ports/candidate-index.ts';
import type { CosineBand } from '../../ports/embedder.ts';
import { createBoosts, shareOf } from './boosts.ts';
import { CandidateScores, scoredAtOnce } from './candidate-scores.ts';
import { type ExactQuery, ExactWords } from './exact-words.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import type { QueryTimes } from './time-expressions.ts';

/** The words and conditions of a query, without its vector. */
export interface QueryTerms {
  /** Distinct stemmed words, in the order of the candidates' counts. */
  words: readonly string[];
  exact: ExactQuery;
  /** Names and the like, in lower case, each with its stemmed words. */
  entities: ReadonlyMap<string, readonly string[]>;
  times?: QueryTimes | undefined;
}

/** The greatest effect of a message's length, reached at about eight times the usual length. */
const maxLength = 2;

/** The signals that can raise the rank of a memory beyond that of its own words and vector. */
const boosting = ['date', 'speaker', 'answer', 'entities', 'tags', 'recency', 'newest'] as const;
export type Boost = 'neighbours' | 'run' | (typeof boosting)[number] | 'rerank';

type TextSignal = 'vector' | 'words' | 'exact' | 'run_vector' | 'run_words' | 'duplicate' | 'question' | 'length';
export type Signal = TextSignal | 'late_interaction' | (typeof boosting)[number] | 'rerank';

export interface SignalValue {
  /** The value before weighting, usually between 0 and 1. */
  raw: number;
  /** The weighted value, a part of the sum. */
  score: number;
}

export interface RankedMemory {
  candidate: Pick<Candidate, 'id' | 'version' | 'wordCounts' | 'tagged' | 'entities'>;
  /** The sum of all signals' scores, which determines the order. */
  sum: number;
  /** 0..1, in the order of the sums. */
  score: number;
  /** The contribution of each signal to the sum. A signal without one is absent. */
  signals: Partial<Record<Signal, SignalValue>>;
  boostedBy: Boost[];
}

/** A ranked candidate with its position. Only results are described, because their signals are computed then. */
export interface Ranked {
  ranking: Ranking;
  at: number;
  candidate: Candidate;
  sum: number;
  /** The signal of its tokens, which is a part of the sum. */
  late: SignalValue | null;
}

/** Returns only plain values, so that another thread can receive them. */
export function toRankedMemory({ ranking, at, candidate, sum, late }: Ranked): RankedMemory {
  const { id, version, wordCounts, tagged, entities } = candidate;
  const signals = ranking.signalsOf(at);
  const boostedBy = ranking.boostsOf(at, signals);
  if (late) signals.late_interaction = late;
  return { candidate: { id, version, wordCounts, tagged, entities }, sum, score: scoreOf(sum), signals, boostedBy };
}

/** Finds the message at a distance in the run, which may be negative. */
export function neighbourOf({ ranking: { scores }, candidate: { message } }: Ranked, distance: number) {
  return message ? scores.candidates[scores.find(message.run, message.position + distance) ?? -1] : undefined;
}

/**
 * Orders candidates by the sum of the scores of their words, their vectors and their conversation. Unlike rank fusion,
 * score fusion keeps the weight of an exact match. A fact ranks like a conversation of one message. Candidates without
 * evidence are left out. Evidence is a word of the query in the memory or near it, a tag or name of the query, and a
 * vector above noise. If the query contains only a time, that time is evidence. Pauses for many candidates.
 */
export function* rank(found: Candidates, cosineBand: CosineBand, terms: QueryTerms): Generator<void, Ranked[]> {
  const scores = new CandidateScores(found, terms.words);
  yield* scores.compute(cosineBand);
  const ranking = new Ranking(found, scores, terms);
  const ranked: Ranked[] = [];
  for (let at = 0; at < found.candidates.length; at++) {
    if (at % scoredAtOnce === scoredAtOnce - 1) yield;
    const candidate = found.candidates[at] as Candidate;
    if (ranking.hasEvidence(at)) ranked.push({ ranking, at, candidate, sum: ranking.sumOf(at), late: null });
  }
  return ranked.sort(bestFirst);
}

class Ranking {
  readonly scores: CandidateScores;
  private readonly times: QueryTerms['times'];
  private readonly exactWords: ExactWords;
  private readonly runs: Map<number, BestOfRun>;
  private readonly boosts: ReturnType<typeof createBoosts>;
  private sum = 0;
  /** The signals of one candidate; null while only their sum is computed, without an object for each. */
  private signals: RankedMemory['signals'] | null = null;

  constructor(found: Candidates, scores: CandidateScores, { words, exact, entities, times }: QueryTerms) {
    this.scores = scores;
    this.times = times;
    this.exactWords = new ExactWords(found, words, exact);
    this.runs = bestOfRuns(scores);
    this.boosts = createBoosts(found, words, entities, scores.speakerWords);
  }

  hasEvidence(at: number): boolean {
    const { candidates, words, vectors, tags } = this.scores;
    const candidate = candidates[at] as Candidate;
    if (candidate.isContext) return false;
    if (valueAt(words, at) > 0 || valueAt(vectors, at) > 0 || valueAt(tags, at) > 0) return true;
    if (candidate.entities.length > 0 || this.exactWords.in(candidate) > 0) return true;
    return this.times?.isAll === true && this.times.near(candidate.occurredAt) > 0;
  }

  sumOf(at: number): number {
    this.sum = 0;
    this.addSignals(at);
    return this.sum;
  }

  signalsOf(at: number): RankedMemory['signals'] {
    const signals: RankedMemory['signals'] = {};
    this.signals = signals;
    this.addSignals(at);
    this.signals = null;
    return signals;
  }

  boostsOf(at: number, signals: RankedMemory['signals']): Boost[] {
    const { own, words, vectors } = this.scores;
    const run = this.runOf(at);
    const isRaised = run !== undefined && (run.own > valueAt(own, at) || run.vector > valueAt(vectors, at));
    return [
      ...(valueAt(words, at) > valueAt(own, at) ? (['neighbours'] as const) : []),
      ...(isRaised ? (['run'] as const) : []),
      ...boosting.filter((name) => (signals[name]?.score ?? 0) > 0),
    ];
  }

  private runOf(at: number): BestOfRun | undefined {
    const { message } = this.scores.candidates[at] as Candidate;
    return message ? this.runs.get(message.run) : undefined;
  }

  private addSignals(at: number): void {
    const { scores, times, boosts } = this;
    const candidate = scores.candidates[at] as Candidate;
    const words = valueAt(scores.words, at);
    const vector = valueAt(scores.vectors, at);
    const isMessage = candidate.message !== null;
    const near = times?.near(candidate.occurredAt) ?? 0;
    const run = this.runOf(at);
    this.add('words', words, weights.words);
    this.add('exact', this.exactWords.in(candidate), weights.exact);
    this.add('run_words', run ? run.own : words, weights.runWords);
    this.add('vector', vector, weights.vector);
    this.add('run_vector', run ? run.vector : vector, weights.runVector);
    this.add('date', near, near > 0 && times?.isAll ? weights.dateAlone : weights.date);
    this.add('entities', shareOf(boosts.entities, candidate.entities), weights.entities);
    this.add('tags', valueAt(scores.tags, at), weights.tags);
    this.add('recency', boosts.recencyOf(candidate.statedAt), isMessage ? weights.messageRecency : weights.recency);
    this.add('newest', boosts.successionOf(candidate), weights.newest);
    this.add('duplicate', Number(boosts.olderCopies.has(candidate)), weights.duplicate);
    if (isMessage) this.addSignalsOfMessage(candidate);
  }

  private addSignalsOfMessage({ message, ending, characters }: Candidate): void {
    const { run = 0, position = 0, speaker = '' } = message ?? {};
    const before = this.scores.find(run, position - 1);
    const isAfterQuestion = before !== undefined && isQuestion((this.scores.candidates[before] as Candidate).ending);
    this.add('speaker', Number(speaker !== '' && speaker === this.boosts.namedSpeaker), weights.speaker);
    this.add('question', Number(isQuestion(ending)), weights.question);
    this.add('answer', isAfterQuestion ? valueAt(this.scores.vectors, before) : 0, weights.answer);
    const length = Math.log((1 + characters) / (1 + weights.usualCharacters));
    this.add('length', Math.max(-maxLength, Math.min(maxLength, length)), weights.length);
  }

  private add(name: Signal, raw: number, weight: number): void {
    if (raw === 0) return;
    const score = raw * weight;
    this.sum += score;
    if (this.signals) this.signals[name] = { raw, score };
  }
}

function valueAt(values: Float64Array, at: number): number {
  return values[at] as number;
}

type Sorted = { sum: number; candidate: { id: string } };

/** The order of results. Among equal sums the newest memory comes first. */
export function bestFirst(left: Sorted, right: Sorted): number {
  return right.sum - left.sum || (left.candidate.id < right.candidate.id ? 1 : -1);
}

/** The best words and the best vector among the candidates of a run. */
type BestOfRun = { own: number; vector: number };

function bestOfRuns({ candidates, own, vectors }: CandidateScores): Map<number, BestOfRun> {
  const runs = new Map<number, BestOfRun>();
  for (let at = 0; at < candidates.length; at++) {
    const { message, isContext } = candidates[at] as Candidate;
    if (!message || isContext) continue;
    const best = runs.get(message.run);
    if (!best) runs.set(message.run, { own: valueAt(own, at), vector: valueAt(vectors, at) });
    else {
      best.own = Math.max(best.own, valueAt(own, at));
      best.vector = Math.max(best.vector, valueAt(vectors, at));
    }
  }
  return runs;
}

function isQuestion(ending: string): boolean {
  return /[?？؟]/.test(ending);
}

/** Maps a sum to 0..1, monotonically. From 0.5 on, a memory is probably relevant (`docs/retrieval.md` has figures). */
export function scoreOf(sum: number): number {
  return 1 / (1 + Math.exp((weights.probable - sum) / weights.spread));
}
