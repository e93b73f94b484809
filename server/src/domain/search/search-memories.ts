import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { toScope } from '../memories/list-memories.ts';
import type { Filters } from '../text/labels.ts';
import { type Expected, whereIs } from './expected-memory.ts';
import { createExplainer, type Explanation } from './explain-search.ts';
import { toQueryVector } from './query-vector.ts';
import type { RankedMemory } from './rank.ts';
import type { RankedMemories, RankedQuery, RankedSearch } from './ranked-search.ts';
import { createRerank, maxReranked, type Rerank } from './rerank.ts';

/** A memory may change between being found and being read; then the search is repeated. */
const maxRounds = 3;
/** How many more memories are ranked than are wanted, because some may be deleted before they are read. */
const spareMemories = 10;

export interface SearchInput {
  ownerId: string;
  query: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  topK: number;
  filters: Filters;
  /** Least score, 0..1. */
  threshold?: number | undefined;
  /** Whether the best are shown to the reranker. */
  rerank?: boolean | undefined;
  /** Whether each hit comes with the reasons why it is there. */
  explain?: boolean | undefined;
  /** Id of a memory that should be among the hits. */
  expect?: string | undefined;
}

export interface SearchHit {
  memory: Memory;
  score: number;
  /** null unless asked for. */
  explanation: Explanation | null;
}

export interface SearchOutcome {
  hits: SearchHit[];
  /** Signals that could not take part, or not for all memories. */
  degraded: ('vector' | 'rerank')[];
  /** Whether the query was compared by its meaning, with all memories that have a vector of this embedder. */
  comparesMeaning: boolean;
  /** Where the expected memory stands; null unless asked for. */
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
  checkInput(input);
  const { store, embedder, reranker = null, clock, rankedSearch } = services;
  const { ownerId, query: text, expect, topK } = input;
  const scope = toScope(input);
  const values = await toQueryVector({ store, embedder }, scope, text);
  const query: RankedQuery = {
    ...{ scope, text, cosineBand: embedder.cosineBand },
    now: clock.now(),
    vector: values && { embedderId: embedder.id, values },
    limit: expect === undefined ? Math.max(topK, input.rerank ? maxReranked : 0) + spareMemories : null,
  };
  const rerank = input.rerank ? createRerank({ store, reranker, ownerId, query: text }) : null;
  const [hasOutdated, { hits, ranked, isReranked, vectorsAway, explain }] = await Promise.all([
    values && store.hasStale(ownerId, embedder.id),
    findHits({ store, rankedSearch, rerank }, input, query),
  ]);
  const expected =
    expect === undefined
      ? null
      : await whereIs(expect, {
          ...{ store, search: input, query, results: hits, ranked, explain },
          embedderId: embedder.id,
          rankWith: async (include) => (await rankedSearch({ ...query, include })).ranked,
        });
  const degraded: SearchOutcome['degraded'] = [];
  if (!values || vectorsAway || hasOutdated) degraded.push('vector');
  if (rerank && !isReranked) degraded.push('rerank');
  return { hits, degraded, comparesMeaning: values !== null && !vectorsAway, expected };
}

function checkInput({ query, expect, explain }: SearchInput): void {
  if (query.trim() === '') {
    throw invalidRequest({ path: '/query', message: 'is blank: ask a question or give some words' });
  }
  if (expect !== undefined && !explain) {
    throw invalidRequest({ path: '/expect', message: 'is answered with explain only: add "explain": true' });
  }
}

type Explain = (ranked: RankedMemory, memory: Memory) => Explanation | null;

interface FoundHits {
  hits: SearchHit[];
  /** After reranking; what is below the threshold is here, too. */
  ranked: RankedMemory[];
  isReranked: boolean;
  /** In any of the rounds. */
  vectorsAway: boolean;
  explain: Explain;
}

/** Searches, and searches again while what was found changes before it is read. */
async function findHits(
  { store, rankedSearch, rerank }: { store: MemoryStore; rankedSearch: RankedSearch; rerank: Rerank | null },
  input: SearchInput,
  query: RankedQuery,
): Promise<FoundHits> {
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

/** Reads the best memories as they are now: deleted ones make room for the next, changed ones ask for another round. */
async function readHits(
  store: MemoryStore,
  { ownerId, topK, threshold = 0 }: SearchInput,
  { ranked, isCut }: RankedMemories,
  explain: Explain,
): Promise<{ hits: SearchHit[]; changed: boolean }> {
  const good = ranked.filter(({ score }) => score >= threshold);
  const hits: SearchHit[] = [];
  let changed = false;
  for (let next = 0; hits.length < topK && next < good.length; ) {
    const slice = good.slice(next, next + topK - hits.length);
    next += slice.length;
    const memories = await store.getMany(
      ownerId,
      slice.map(({ candidate }) => candidate.id),
    );
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    for (const one of slice) {
      const { candidate, score } = one;
      const memory = byId.get(candidate.id);
      if (memory?.version === candidate.version) hits.push({ memory, score, explanation: explain(one, memory) });
      else if (memory) changed = true;
    }
  }
  // So many were deleted that the next ones were not sent.
  if (hits.length < topK && isCut && good.length === ranked.length) changed = true;
  return { hits, changed };
}
