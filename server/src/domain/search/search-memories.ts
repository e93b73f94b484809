import { inTurns } from '../../lib/in-turns.ts';
import { within } from '../../lib/within.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { CandidateQuery, Memory, MemoryStore, Scope } from '../../ports/memory-store.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { toScope } from '../memories/list-memories.ts';
import { toEntities } from '../text/entities.ts';
import type { Filters } from '../text/labels.ts';
import { toWords, toWordsInTurns } from '../text/words.ts';
import { askedTimes, withoutGeneral } from './asked-times.ts';
import { isCommonName, namesIn, withoutNames } from './common-names.ts';
import { createExplainer, type Expected, type Explanation, whereIs } from './explain-search.ts';
import { type Asked, type Ranked, rank } from './rank.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import { createRerank } from './rerank.ts';

/** At least as many as `top_k` may ask for, and the same for every `top_k`: a shorter list is a prefix of a longer one. */
const candidatesPerSignal = 100;
/** Longer queries are judged by their first words and, as a whole, by their vector. */
const queryWordsMost = 64;
/** Then the answer comes without vectors. */
const embeddingMostMs = 5_000;
/** A memory may change between being found and being read; then the search is repeated. */
const roundsMost = 3;

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
  /** Whether to say of each hit why it is there. */
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

export async function searchMemories(
  {
    store,
    embedder,
    reranker = null,
    clock,
  }: { store: MemoryStore; embedder: Embedder; reranker?: Reranker | null; clock: Clock },
  input: SearchInput,
): Promise<SearchOutcome> {
  if (input.query.trim() === '') {
    throw invalidRequest({ path: '/query', message: 'is blank: ask a question or give some words' });
  }
  if (input.expect !== undefined && !input.explain) {
    throw invalidRequest({ path: '/expect', message: 'is answered with explain only: add "explain": true' });
  }
  const scope = toScope(input);
  const entities = await entitiesOf(input.query);
  const times = askedTimes(input.query, clock.now());
  const asWritten = await toWordsInTurns(input.query);
  // What the query names counts however long it is.
  const ordered = [...[...entities.values()].flat(), ...(times?.isAll ? withoutGeneral(asWritten) : asWritten)];
  const words = [...new Set(ordered)].slice(0, queryWordsMost);
  const vector = await queryVector({ store, embedder }, scope, input.query);
  const asked: Asked = {
    words,
    entities,
    times,
  };
  const query: CandidateQuery = {
    scope,
    words,
    entities: [...asked.entities.keys()],
    vector: vector && { embedderId: embedder.id, values: vector },
    limit: candidatesPerSignal,
    times: times?.spans ?? [],
    timesAreAll: times?.isAll ?? false,
  };
  let vectorsAway = false;
  const rankWith = async (given: CandidateQuery) => {
    const candidates = await store.candidates(given);
    vectorsAway ||= candidates.vectorsAway ?? false;
    return inTurns(rank(candidates, embedder.cosineBand, asked));
  };
  const explain = input.explain ? createExplainer(input.query, words) : () => null;
  let found = { hits: [] as SearchHit[], changed: true };
  let ranked: Ranked[] = [];
  const rerank = input.rerank ? createRerank({ store, reranker, ownerId: input.ownerId, query: input.query }) : null;
  let isReranked = false;
  const find = async () => {
    for (let round = 0; round < roundsMost && found.changed; round++) {
      ranked = await rankWith(query);
      const reranked = await rerank?.(ranked);
      isReranked = reranked !== undefined;
      ranked = reranked ?? ranked;
      const good = ranked.filter(({ score }) => score >= (input.threshold ?? 0));
      found = await readHits(store, input, good, explain);
    }
  };
  const [hasOutdated] = await Promise.all([vector && store.hasStale(input.ownerId, embedder.id), find()]);
  const expected =
    input.expect === undefined
      ? null
      : await whereIs(input.expect, {
          store,
          embedderId: embedder.id,
          search: input,
          query,
          results: found.hits,
          ranked,
          rankWith,
          explain,
        });
  const degraded: SearchOutcome['degraded'] = [];
  if (!vector || vectorsAway || hasOutdated) degraded.push('vector');
  if (rerank && !isReranked) degraded.push('rerank');
  return { hits: found.hits, degraded, comparesMeaning: vector !== null && !vectorsAway, expected };
}

/** What the query names, in lower case, with the words of each. */
async function entitiesOf(query: string): Promise<Map<string, readonly string[]>> {
  const names = (await toEntities(query)).map(({ name }) => name.toLowerCase());
  return new Map(names.map((name) => [name, toWords(name)]));
}

/** The best memories as they are now: deleted ones make room for the next, changed ones ask for another round. */
async function readHits(
  store: MemoryStore,
  { ownerId, topK }: SearchInput,
  ranked: Ranked[],
  explain: (ranked: Ranked, memory: Memory) => Explanation | null,
): Promise<{ hits: SearchHit[]; changed: boolean }> {
  const hits: SearchHit[] = [];
  let changed = false;
  for (let next = 0; hits.length < topK && next < ranked.length; ) {
    const slice = ranked.slice(next, next + topK - hits.length);
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
  return { hits, changed };
}

/**
 * The vector of the query, moved away from names that most memories of the scope hold: they tell nothing apart, and
 * draw the vector to whatever else names them.
 */
async function queryVector(
  { store, embedder }: { store: MemoryStore; embedder: Embedder },
  scope: Scope,
  query: string,
): Promise<Float32Array | null> {
  const names = namesIn(query);
  if (names.length === 0) return embedded(embedder, query);
  const words = [...new Set(names.map(({ word }) => word))];
  const [whole, { scopeSize, documentFrequencies }] = await Promise.all([
    embedded(embedder, query),
    store.wordStatistics(scope, words),
  ]);
  const isCommon = new Set(words.filter((_, at) => isCommonName(documentFrequencies[at] as number, scopeSize)));
  const common = names.filter(({ word }) => isCommon.has(word));
  const rest = common.length === 0 ? undefined : withoutNames(query, common);
  const restVector = whole && rest !== undefined ? await embedded(embedder, rest) : null;
  if (!whole || !restVector) return whole;
  const share = weights.withoutNames;
  return whole.map((value, at) => (1 - share) * value + share * (restVector[at] as number));
}

async function embedded(embedder: Embedder, query: string): Promise<Float32Array | null> {
  try {
    return (await within(embeddingMostMs, () => embedder.embedQuery(query))) ?? null;
  } catch (error) {
    // Words still find: the answer says that the vectors are missing.
    if (error instanceof EmbedderError) return null;
    throw error;
  }
}
