import type { CosineBand } from '../../ports/embedder.ts';
import type { Candidate, Candidates } from '../../ports/memory-store.ts';
import {
  createRecency,
  createSuccession,
  distinctiveEntities,
  olderCopies,
  shareOf,
  soleSpeakerNamed,
} from './boosts.ts';
import { createExact, type ExactQuery } from './exact-words.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import { type ScoredCandidate, scoreCandidates, scoredAtOnce } from './score-candidates.ts';
import type { QueryTimes } from './time-expressions.ts';

/** What a query looks for, besides its vector. */
export interface QueryTerms {
  /** Distinct stemmed words, in the order of the candidates' counts. */
  words: readonly string[];
  exact: ExactQuery;
  /** Names and the like, in lower case, each with its stemmed words. */
  entities: ReadonlyMap<string, readonly string[]>;
  /** The times that the query names. */
  times?: Pick<QueryTimes, 'near' | 'isAll'> | undefined;
}

/** The greatest effect of a message's length, reached at about eight times the usual length. */
const maxLength = 2;

/** The signals that can put a memory higher than its own words and vector do. */
const boosting = ['date', 'speaker', 'answer', 'entities', 'tags', 'recency', 'newest'] as const;
export type Boost = 'neighbours' | 'run' | (typeof boosting)[number] | 'rerank';

type TextSignal = 'vector' | 'words' | 'exact' | 'run_vector' | 'run_words' | 'duplicate' | 'question' | 'length';
export type Signal = TextSignal | 'late_interaction' | (typeof boosting)[number] | 'rerank';

export interface SignalValue {
  /** Before weighting; most lie between 0 and 1. */
  raw: number;
  /** The weighted value, a part of the sum. */
  score: number;
}

export interface RankedMemory {
  candidate: Pick<Candidate, 'id' | 'version' | 'wordCounts' | 'tagged' | 'entities'>;
  /** The sum of all signals' scores, which decides the order. */
  sum: number;
  /** 0..1, in the order of the sums. */
  score: number;
  /** What each signal adds to the sum. A signal that adds nothing is absent. */
  signals: Partial<Record<Signal, SignalValue>>;
  boostedBy: Boost[];
}

export interface Ranked extends RankedMemory {
  candidate: Candidate;
}

/**
 * Orders candidates by the sum of the scores of their words, their vectors and their conversation. Score fusion, unlike
 * rank fusion, keeps the weight of an exact hit. A fact ranks like a conversation of one message. Candidates without
 * evidence are left out. Evidence is a word of the query in the memory or in a message near it. A tag or name of the
 * query is evidence too, a vector above noise, and the time when the query names nothing else. Pauses where there are
 * many.
 */
export function* rank(found: Candidates, cosineBand: CosineBand, terms: QueryTerms): Generator<void, Ranked[]> {
  const scored = yield* scoreCandidates(found, cosineBand, terms.words);
  const runs = bestOfRuns(scored.all);
  const namedSpeaker = soleSpeakerNamed(terms.words, scored.speakerWords);
  const entities = distinctiveEntities(found, terms.words, terms.entities);
  const recency = createRecency(found.candidates);
  const exactly = createExact(found, terms.words, terms.exact);
  const succession = createSuccession(found);
  const copies = olderCopies(found.candidates);
  const ranked: Ranked[] = [];
  for (const [at, one] of scored.all.entries()) {
    if (at % scoredAtOnce === scoredAtOnce - 1) yield;
    const { candidate, words, vector, tags } = one;
    const near = terms.times?.near(candidate.occurredAt) ?? 0;
    const isThen = near > 0 && terms.times?.isAll === true;
    const exact = candidate.isContext ? 0 : exactly(candidate);
    const hasEvidence = words > 0 || exact > 0 || vector > 0 || tags > 0 || candidate.entities.length > 0 || isThen;
    if (candidate.isContext || !hasEvidence) continue;
    const { message } = candidate;
    const run = (message && runs.get(message.run)) ?? { own: words, vector };
    const before = message && scored.at(message.run, message.position - 1);
    const signals: Ranked['signals'] = {};
    let sum = 0;
    const add = (name: Signal, raw: number, weight: number) => {
      if (raw === 0) return;
      signals[name] = { raw, score: raw * weight };
      sum += raw * weight;
    };
    add('words', words, weights.words);
    add('exact', exact, weights.exact);
    add('run_words', run.own, weights.runWords);
    add('vector', vector, weights.vector);
    add('run_vector', run.vector, weights.runVector);
    add('date', near, isThen ? weights.dateAlone : weights.date);
    add('entities', shareOf(entities, candidate.entities), weights.entities);
    add('tags', tags, weights.tags);
    add('recency', recency(candidate.statedAt), message ? weights.messageRecency : weights.recency);
    add('newest', succession(candidate), weights.newest);
    add('duplicate', Number(copies.has(candidate.id)), weights.duplicate);
    if (message) {
      add('speaker', Number(message.speaker !== '' && message.speaker === namedSpeaker), weights.speaker);
      add('question', Number(isQuestion(candidate)), weights.question);
      add('answer', before && isQuestion(before.candidate) ? before.vector : 0, weights.answer);
      const length = Math.log((1 + candidate.characters) / (1 + weights.usualCharacters));
      add('length', Math.max(-maxLength, Math.min(maxLength, length)), weights.length);
    }
    ranked.push({ candidate, signals, sum, score: scoreOf(sum), boostedBy: boostsOf(one, run, signals) });
  }
  return ranked.sort(bestFirst);
}

/** The order of results. Among equal sums the newest memory comes first. */
export function bestFirst(left: RankedMemory, right: RankedMemory): number {
  return right.sum - left.sum || (left.candidate.id < right.candidate.id ? 1 : -1);
}

function boostsOf(one: ScoredCandidate, run: { own: number; vector: number }, signals: Ranked['signals']): Boost[] {
  return [
    ...(one.words > one.own ? (['neighbours'] as const) : []),
    ...(one.candidate.message && (run.own > one.own || run.vector > one.vector) ? (['run'] as const) : []),
    ...boosting.filter((name) => (signals[name]?.score ?? 0) > 0),
  ];
}

/** Returns the best words and the best vector among the candidates of each run. */
function bestOfRuns(scored: readonly ScoredCandidate[]): Map<number, { own: number; vector: number }> {
  const best = new Map<number, { own: number; vector: number }>();
  for (const { candidate, own, vector } of scored) {
    if (!candidate.message || candidate.isContext) continue;
    const known = best.get(candidate.message.run) ?? { own: 0, vector: 0 };
    best.set(candidate.message.run, { own: Math.max(known.own, own), vector: Math.max(known.vector, vector) });
  }
  return best;
}

function isQuestion({ ending }: Candidate): boolean {
  return /[?？؟]/.test(ending);
}

/** Maps a sum to 0..1, monotonically. From 0.5 on a memory is probably relevant (`docs/retrieval.md` gives figures). */
export function scoreOf(sum: number): number {
  return 1 / (1 + Math.exp((weights.probable - sum) / weights.spread));
}
