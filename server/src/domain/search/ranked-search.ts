import { runYielding } from '../../lib/yielding.ts';
import type { CandidateIndex, CandidateQuery, Candidates, ClosestTokensQuery } from '../../ports/candidate-index.ts';
import type { CosineBand } from '../../ports/embedder.ts';
import { entitiesOf } from '../text/entities.ts';
import { toWords, wordsOf } from '../text/words.ts';
import { toExactQuery } from './exact-words.ts';
import { compareTokens, type QueryTokens } from './late-interaction.ts';
import { type QueryTerms, type Ranked, type RankedMemory, rank, toRankedMemory } from './rank.ts';
import { toQueryTimes, withoutGeneral } from './time-expressions.ts';

/** At least the largest `top_k`, and the same for each search, so that a shorter list is a prefix of a longer one. */
export const candidatesPerSignal = 100;
/** Only the first words of a longer query count. Its vector covers the whole text. */
const maxQueryWords = 64;

/** A query to the memories of a scope. It contains only plain values, so that another thread can receive it. */
export interface RankedQuery {
  scope: CandidateQuery['scope'];
  text: string;
  vector: CandidateQuery['vector'];
  /** Absent if the embedder has no token vectors, or is unavailable. */
  tokens?: QueryTokens | null;
  cosineBand: CosineBand;
  /** The time to which relative times in the text refer, in milliseconds since the epoch. */
  now: number;
  /** The id of a memory that becomes a candidate if it is in the scope. */
  include?: string | undefined;
  /** The number of memories returned; null returns all. */
  limit: number | null;
}

export interface RankedMemories {
  /** Best first. */
  ranked: RankedMemory[];
  /** Whether more memories were ranked than are returned. */
  isCut: boolean;
  vectorsAway: boolean;
  /** The distinct stemmed words of the query, in the order of the memories' `wordCounts`. */
  words: readonly string[];
}

export type RankedSearch = (query: RankedQuery) => Promise<RankedMemories>;

/** Ranks the candidates of an index on this thread. */
export function createRankedSearch(index: Pick<CandidateIndex, 'candidates' | 'closestTokens'>): RankedSearch {
  return async (query) => {
    const { accountId } = query.scope;
    const terms = await runYielding(accountId, toTerms(query));
    const found = await index.candidates(toCandidateQuery(query, terms));
    const ranked = await runYielding(accountId, rank(found, query.cosineBand, terms));
    const compared = compareTokens(ranked, found, terms.words, query.tokens);
    const better = compared?.order(await index.closestTokens({ accountId, ...compared.request }));
    return toResult(better ?? ranked, found, query, terms);
  };
}

/** A {@link CandidateIndex} that reads step by step. */
export interface StepwiseIndex {
  candidates(query: CandidateQuery): Generator<void, Candidates>;
  closestTokens(query: ClosestTokensQuery): Generator<void, (Float32Array | null)[]>;
}

/** Ranks on the thread of the index, which interleaves the steps of several searches. */
export function* searchInSteps(index: StepwiseIndex, query: RankedQuery): Generator<void, RankedMemories> {
  const terms = yield* toTerms(query);
  const found = yield* index.candidates(toCandidateQuery(query, terms));
  const ranked = yield* rank(found, query.cosineBand, terms);
  const compared = compareTokens(ranked, found, terms.words, query.tokens);
  const { accountId } = query.scope;
  const better = compared?.order(yield* index.closestTokens({ accountId, ...compared.request }));
  return toResult(better ?? ranked, found, query, terms);
}

function* toTerms({ text, now }: RankedQuery): Generator<void, QueryTerms> {
  const names = (yield* entitiesOf(text)).map(({ name }) => name.toLowerCase());
  const entities = new Map(names.map((name) => [name, toWords(name)]));
  const times = toQueryTimes(text, now);
  const written = yield* wordsOf(text);
  // The words of entities count even in a long query.
  const ordered = [...[...entities.values()].flat(), ...(times?.isAll ? withoutGeneral(written) : written)];
  const words = [...new Set(ordered)].slice(0, maxQueryWords);
  return { words, exact: toExactQuery(text, words), entities, times };
}

function toCandidateQuery({ scope, vector, include }: RankedQuery, terms: QueryTerms): CandidateQuery {
  const { words, exact, entities, times } = terms;
  return {
    scope,
    words: [...words],
    identifiers: [...exact.identifiers],
    entities: [...entities.keys()],
    vector,
    limit: candidatesPerSignal,
    times: times?.spans ?? [],
    timesAreAll: times?.isAll ?? false,
    ...(include === undefined ? {} : { include }),
  };
}

function toResult(all: readonly Ranked[], found: Candidates, query: RankedQuery, terms: QueryTerms): RankedMemories {
  const best = query.limit === null ? all : all.slice(0, query.limit);
  return {
    ranked: best.map(toRankedMemory),
    isCut: best.length < all.length,
    vectorsAway: found.vectorsAway ?? false,
    words: terms.words,
  };
}
