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
import { rankingWeights as weights } from './ranking-weights.ts';
import { type ScoredCandidate, scoreCandidates, scoredAtOnce } from './score-candidates.ts';
import { createSpeakerWords } from './speaker-words.ts';
import type { QueryTimes } from './time-expressions.ts';

/** What a query looks for, besides its vector. */
export interface QueryTerms {
  /** Distinct stemmed words, as the candidates' counts have them. */
  words: readonly string[];
  /** Names and the like, in lower case, each with its stemmed words. */
  entities: ReadonlyMap<string, readonly string[]>;
  /** The times it names. */
  times?: Pick<QueryTimes, 'near' | 'isAll'> | undefined;
}

/** Beyond some eight times the usual length, more says no more. */
const maxLength = 2;

export type Signal =
  | 'vector'
  | 'words'
  | 'run_vector'
  | 'run_words'
  | 'date'
  | 'entities'
  | 'tags'
  | 'recency'
  | 'newest'
  | 'duplicate'
  | 'speaker'
  | 'question'
  | 'answer'
  | 'length'
  | 'rerank';

export interface SignalValue {
  /** Before weighting; most lie between 0 and 1. */
  raw: number;
  /** Its part of the sum. */
  score: number;
}

/** What put a memory higher than its own words and vector would. */
export type Boost =
  | 'neighbours'
  | 'run'
  | 'date'
  | 'speaker'
  | 'answer'
  | 'entities'
  | 'tags'
  | 'recency'
  | 'newest'
  | 'rerank';

export interface RankedMemory {
  candidate: Pick<Candidate, 'id' | 'version' | 'wordCounts' | 'tagged' | 'entities'>;
  /** Of all signals' scores: what is ordered by. */
  sum: number;
  /** 0..1, in the same order as the sum it is made from. */
  score: number;
  /** What each signal adds to the sum; absent: nothing. */
  signals: Partial<Record<Signal, SignalValue>>;
  boostedBy: Boost[];
}

export interface Ranked extends RankedMemory {
  candidate: Candidate;
}

/**
 * Orders candidates by the sum of what their words, their vectors and their conversation say (score fusion, not rank
 * fusion: an exact hit keeps its weight). Candidates without any evidence are left out: neither a word, their own or of a
 * turn near by, nor a tag, nor a vector above noise, nor a name in common, nor the time when nothing else is asked. A fact
 * is ranked as a conversation of one turn. Pauses where there are many.
 */
export function* rank(found: Candidates, cosineBand: CosineBand, terms: QueryTerms): Generator<void, Ranked[]> {
  const speakerWords = createSpeakerWords();
  const scored = yield* scoreCandidates(found, cosineBand, terms.words, speakerWords);
  const runs = bestOfRuns(scored.all);
  const namedSpeaker = soleSpeakerNamed(found.candidates, terms.words, speakerWords);
  const entities = distinctiveEntities(found, terms.words, terms.entities);
  const recency = createRecency(found.candidates);
  const succession = createSuccession(found);
  const copies = olderCopies(found.candidates);
  const ranked: Ranked[] = [];
  for (const [at, one] of scored.all.entries()) {
    if (at % scoredAtOnce === scoredAtOnce - 1) yield;
    const { candidate, words, vector, tags } = one;
    const near = terms.times?.near(candidate.occurredAt) ?? 0;
    const isThen = near > 0 && terms.times?.isAll === true;
    const hasEvidence = words > 0 || vector > 0 || tags > 0 || candidate.entities.length > 0 || isThen;
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
  return ranked.sort((left, right) => right.sum - left.sum || (left.candidate.id < right.candidate.id ? 1 : -1));
}

function boostsOf(one: ScoredCandidate, run: { own: number; vector: number }, signals: Ranked['signals']): Boost[] {
  const reordering = ['date', 'speaker', 'answer', 'entities', 'tags', 'recency', 'newest'] as const;
  return [
    ...(one.words > one.own ? (['neighbours'] as const) : []),
    ...(one.candidate.message && (run.own > one.own || run.vector > one.vector) ? (['run'] as const) : []),
    ...reordering.filter((name) => (signals[name]?.score ?? 0) > 0),
  ];
}

/** The best words and the best vector among a run's candidates. */
function bestOfRuns(scored: readonly ScoredCandidate[]): Map<number, { own: number; vector: number }> {
  const best = new Map<number, { own: number; vector: number }>();
  for (const { candidate, own, vector } of scored) {
    if (!candidate.message || candidate.isContext) continue;
    const known = best.get(candidate.message.run);
    if (!known) best.set(candidate.message.run, { own, vector });
    else {
      known.own = Math.max(known.own, own);
      known.vector = Math.max(known.vector, vector);
    }
  }
  return best;
}

function isQuestion({ ending }: Candidate): boolean {
  return /[?？؟]/.test(ending);
}

/** Monotone, 0..1: from 0.5 on a memory is probably about what was asked (`docs/retrieval.md` says how probably). */
export function scoreOf(sum: number): number {
  return 1 / (1 + Math.exp((weights.probable - sum) / weights.spread));
}
