import type { Clock } from '../../ports/clock.ts';
import { toMatcher } from '../../ports/conditions.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { countWithin, waitForRoundIfLong } from '../memories/page-limits.ts';
import { createExplainer, type Expected, type Explain, type Explanation, findExpected } from './explain-search.ts';
import { toEmbeddedQuery } from './query-vector.ts';
import type { RankedMemories, RankedQuery, RankedSearch } from './ranked-search.ts';
import { createRerank, maxReranked, type Rerank } from './rerank.ts';
import { type SearchScopeInput, toSearchScope } from './search-scope.ts';

/** The length of texts after which the results end, in UTF-16 units. It is that of a page of a list. */
const maxResultsLength = 1_000_000;
/** A search is repeated if a memory changes after it was found and before it is read. */
const maxRounds = 3;
/** The number of memories ranked beyond those wanted, because some may be deleted before they are read. */
const spareMemories = 10;

export interface SearchInput extends SearchScopeInput {
  query: string;
  topK: number;
  /** The length of texts after which the results end, in UTF-16 units. */
  maxLength?: number;
  threshold?: number | undefined;
  rerank?: boolean | undefined;
  explain?: boolean | undefined;
  /** The id of a memory that should be among the hits. */
  expect?: string | undefined;
}

export interface SearchHit {
  memory: Memory;
  score: number;
  /** null unless the search explains its hits. */
  explanation: Explanation | null;
}

export interface SearchOutcome {
  hits: SearchHit[];
  /** Signals that were missing, for some memories or for all. */
  degraded: ('vector' | 'rerank')[];
  /** Whether the query's vector was compared with all vectors of this embedder. */
  comparesMeaning: boolean;
  expected: Expected | null;
}

export interface SearchServices {
  store: MemoryStore;
  embedder: Embedder;
  reranker?: Reranker | null;
  clock: Clock;
  rankedSearch: RankedSearch;
}

export async function searchMemories(services: SearchServices, input: SearchInput): Promise<SearchOutcome> {
  const { store, embedder, reranker = null, clock, rankedSearch } = services;
  const { accountId, query: text, expect, explain: isExplained, topK, maxLength } = input;
  if (text.trim() === '') throw invalidRequest({ path: '/query', message: 'is blank: send a question or some words' });
  if (expect !== undefined && !isExplained) {
    throw invalidRequest({ path: '/expect', message: 'requires explain: add "explain": true' });
  }
  const scope = toSearchScope(input);
  const embedded = await toEmbeddedQuery({ store, embedder }, scope, text);
  const query: RankedQuery = {
    scope,
    text,
    cosineBand: embedder.cosineBand,
    now: clock.now(),
    vector: embedded && { embedderId: embedder.id, values: embedded.values },
    tokens: embedded?.tokens ?? null,
    limit: expect === undefined ? Math.max(topK, input.rerank ? maxReranked : 0) + spareMemories : null,
  };
  const rerank = input.rerank ? createRerank(store, reranker, accountId, text) : null;
  const [hasStale, { hits: found, ranked, isReranked, vectorsAway, explain }] = await Promise.all([
    embedded && store.hasStale(accountId, embedder.id),
    findHits({ store, rankedSearch, rerank }, input, query),
  ]);
  const hits = await cutHits(accountId, found, maxLength);
  const rankWith = async (include: string) => (await rankedSearch({ ...query, include })).ranked;
  const finished = { store, embedderId: embedder.id, search: input, query, results: hits, ranked, explain, rankWith };
  const expected = expect === undefined ? null : await findExpected(expect, finished);
  const degraded: SearchOutcome['degraded'] = [];
  if (!embedded || vectorsAway || hasStale) degraded.push('vector');
  if (rerank && !isReranked) degraded.push('rerank');
  return { hits, degraded, comparesMeaning: embedded !== null && !vectorsAway, expected };
}

/** Repeats the search while memories change after they were found and before they are read. */
async function findHits(
  { store, rankedSearch, rerank }: { store: MemoryStore; rankedSearch: RankedSearch; rerank: Rerank | null },
  input: SearchInput,
  query: RankedQuery,
) {
  let vectorsAway = false;
  for (let round = 1; ; round++) {
    const found = await rankedSearch(query);
    vectorsAway ||= found.vectorsAway;
    const explain: Explain = input.explain ? createExplainer(input.query, found.words) : () => null;
    const reranked = await rerank?.(found.ranked);
    const ranked = reranked ?? found.ranked;
    const { hits, changed } = await readHits(store, input, { ...found, ranked }, explain);
    if (!changed || round === maxRounds) {
      return { hits, ranked, isReranked: reranked !== undefined, vectorsAway, explain };
    }
  }
}

/** Reads the best memories. Further memories replace deleted ones; changed ones need another round. */
async function readHits(
  store: MemoryStore,
  { accountId, topK, threshold = 0, where = {} }: SearchInput,
  { ranked, isCut }: RankedMemories,
  explain: Explain,
): Promise<{ hits: SearchHit[]; changed: boolean }> {
  const good = ranked.filter(({ score }) => score >= threshold);
  const matches = toMatcher(where);
  const hits: SearchHit[] = [];
  let changed = false;
  for (let next = 0; hits.length < topK && next < good.length; ) {
    const slice = good.slice(next, next + topK - hits.length);
    next += slice.length;
    const ids = slice.map(({ candidate }) => candidate.id);
    const memories = await readById(store, accountId, ids);
    for (const one of slice) {
      const { candidate, score } = one;
      const memory = memories.get(candidate.id);
      const isSame = memory?.version === candidate.version && matches(memory.metadata);
      if (memory && isSame) hits.push({ memory, score, explanation: explain(one, memory) });
      else if (memory) changed = true;
    }
  }
  // So many memories were deleted that the ranked ones are not enough.
  if (hits.length < topK && isCut && good.length === ranked.length) changed = true;
  return { hits, changed };
}

export async function readById(store: Pick<MemoryStore, 'getMany'>, accountId: string, ids: readonly string[]) {
  return new Map((await store.getMany(accountId, ids)).map((memory) => [memory.id, memory]));
}

/** Cuts hits at a length of their texts. Long ones wait for the turn of the account. */
export async function cutHits(accountId: string, hits: readonly SearchHit[], maxLength = maxResultsLength) {
  const lengths = hits.map(({ memory: { text } }) => text.length);
  await waitForRoundIfLong(accountId, lengths);
  return hits.slice(0, countWithin(maxLength, lengths));
}
