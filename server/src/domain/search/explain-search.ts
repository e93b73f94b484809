import { isOfUser, type Memory } from '../../ports/memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { isWithin, metadataConditions } from '../memories/scope.ts';
import { toFilterKeys } from '../text/memory-index.ts';
import { toWords } from '../text/words.ts';
import type { Boost, RankedMemory } from './rank.ts';
import { candidatesPerSignal, type RankedQuery } from './ranked-search.ts';
import { type SearchScopeInput, unmetConditions } from './search-scope.ts';

/** The outcome for a memory that the caller expected among the results. */
export interface Expected {
  memoryId: string;
  reason:
    | ('found' | 'missing' | 'out_of_scope' | 'filtered')
    | ('no_evidence' | 'not_a_candidate' | 'below_threshold' | 'below_top_k');
  /** The reason as text, and the fix. */
  detail: string;
  /** The fields of the search whose conditions exclude the memory. */
  conditions: string[];
  embedded: boolean;
  /** Counts from 1; null if this search cannot find the memory. */
  rank: number | null;
  score: number | null;
  explanation: Explanation | null;
}

export interface FinishedSearch {
  store: MemoryStore;
  /** The search compared no vectors of other embedders. */
  embedderId: string;
  search: SearchScopeInput & { threshold?: number | undefined; topK: number };
  query: Pick<RankedQuery, 'vector'>;
  results: readonly { memory: Memory; score: number; explanation: Explanation | null }[];
  /** Every ranked memory, whatever its score. */
  ranked: readonly RankedMemory[];
  /** Ranks again with this memory among the candidates. */
  rankWith: (memoryId: string) => Promise<RankedMemory[]>;
  explain: Explain;
}

export type Explain = (ranked: RankedMemory, memory: Memory) => Explanation | null;

/** A reason, its detail, and the fields that differ from those of a memory that was not found. */
type Standing = Pick<Expected, 'reason' | 'detail'> & Partial<Expected>;

/** Returns the rank of a memory in a search, or the reason why it is not among the results. */
export async function findExpected(memoryId: string, finished: FinishedSearch): Promise<Expected> {
  const { store, search, embedderId } = finished;
  const plain = { memoryId, conditions: [], embedded: false, rank: null, score: null, explanation: null };
  const memory = await store.get(search.accountId, memoryId);
  if (!memory || !isWithin(memory, search.restriction ?? null)) {
    const detail = 'No memory in this account has this id. It was deleted, or written with a key of another account.';
    return { ...plain, reason: 'missing', detail };
  }
  if (memory.isArchived) {
    const detail = `Search does not cover this memory (outcome ${memory.outcome}). You can read it by its id.`;
    return { ...plain, reason: 'not_a_candidate', detail };
  }
  const embedder = (await store.embeddingOf(search.accountId, memoryId))?.embedderId ?? null;
  const standing =
    amongResults(memory, finished) ??
    outsideScope(search, memory) ??
    belowResults(memory, finished) ??
    (await notRanked(memory, finished, embedder));
  return { ...plain, embedded: embedder === embedderId, ...standing };
}

function amongResults({ id }: Memory, { results }: FinishedSearch): Standing | null {
  const rank = results.findIndex(({ memory }) => memory.id === id) + 1;
  const hit = results[rank - 1];
  if (!hit) return null;
  const { score, explanation } = hit;
  return { reason: 'found', detail: `It is result ${rank}.`, rank, score, explanation };
}

function outsideScope(search: FinishedSearch['search'], memory: Memory): Standing | null {
  const wrongScope = scopeConditions(search, memory);
  const filterKeys = new Set(toFilterKeys(memory.metadata));
  const wrongFilters = metadataConditions(search)
    .filter(({ alternatives }) => !alternatives.some((filterKey) => filterKeys.has(filterKey)))
    .map(({ name }) => name);
  const conditions = [...wrongScope, ...wrongFilters, ...unmetConditions(search, memory)];
  if (conditions.length === 0) return null;
  return {
    reason: wrongScope.length > 0 ? 'out_of_scope' : 'filtered',
    detail: `It does not match ${conditions.join(', ')}: leave that out of the search, or change the memory.`,
    conditions,
  };
}

function belowResults(memory: Memory, { ranked, search, explain }: FinishedSearch): Standing | null {
  const rank = ranked.findIndex(({ candidate }) => candidate.id === memory.id) + 1;
  const own = ranked[rank - 1];
  if (!own) return null;
  const { threshold = 0, topK } = search;
  const { score } = own;
  const common = { rank, score, explanation: explain(own, memory) };
  if (score < threshold) {
    const detail = `Its score is ${score.toFixed(3)}, below the threshold of ${threshold}.`;
    return { ...common, reason: 'below_threshold', detail };
  }
  const reason = rank > topK ? `top_k is ${topK}` : 'the results before it fill the response: narrow the search';
  return { ...common, reason: 'below_top_k', detail: `Its rank is ${rank}, but ${reason}.` };
}

async function notRanked(memory: Memory, finished: FinishedSearch, embedder: string | null): Promise<Standing> {
  const own = (await finished.rankWith(memory.id)).find(({ candidate }) => candidate.id === memory.id);
  if (!own) return { reason: 'no_evidence', detail: withoutEvidence(memory, finished, embedder) };
  return {
    reason: 'not_a_candidate',
    detail: `More than ${candidatesPerSignal} memories match the keywords better, and as many are closer in meaning, so this one was not ranked. Use a more specific query, or narrow the search.`,
    score: own.score,
    explanation: finished.explain(own, memory),
  };
}

function withoutEvidence({ status }: Memory, { query, embedderId }: FinishedSearch, embedder: string | null): string {
  const noWord = 'Neither its text nor its tags share a word with the query';
  if (!query.vector) return `${noWord}, and semantic search was unavailable. Search again.`;
  if (status === 'failed')
    return `${noWord}, and it has no vector, because its ingest failed. Retry it with POST /memories/{memory_id}/retry.`;
  if (status === 'pending') return `${noWord}, and it is not embedded yet. Search again when its status is ready.`;
  if (embedder === null)
    return `${noWord}, and it has no vector, because the embedder rejects its text. Use words from its text in the query.`;
  if (embedder !== embedderId) {
    return `${noWord}, and its vector comes from another embedder. Search again when it has been re-embedded.`;
  }
  return `${noWord}, and its meaning is too different. Use words closer to its text.`;
}

function scopeConditions(search: FinishedSearch['search'], memory: Memory): string[] {
  const { userId, agentId, runId, occurred, created } = search;
  const isMet = {
    user_id: userId === undefined || isOfUser(memory, userId),
    agent_id: agentId === undefined || agentId === memory.agentId,
    run_id: runId === undefined || runId === memory.runId,
    occurred_from: memory.occurredAt >= (occurred?.from ?? -Infinity),
    occurred_to: memory.occurredAt < (occurred?.to ?? Infinity),
    created_from: memory.createdAt >= (created?.from ?? -Infinity),
    created_to: memory.createdAt < (created?.to ?? Infinity),
  };
  return Object.entries(isMet).flatMap(([name, met]) => (met ? [] : name));
}

export interface Explanation {
  signals: RankedMemory['signals'];
  /** Words of the query that are in the memory or its tags, in the spelling of the query. */
  matchedWords: string[];
  /** Entities of the query that are in the memory, in the spelling of the memory. */
  matchedEntities: string[];
  boostedBy: Boost[];
}

/** A token without the punctuation around it. */
const fromFirstToLastLetter = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

export function createExplainer(query: string, words: readonly string[]): Explain {
  const spellings = new Map<string, string>();
  for (const token of query.toLowerCase().split(/\s+/)) {
    const own = toWords(token);
    // A token of several words may be a sentence without spaces.
    const written = own.length === 1 ? fromFirstToLastLetter.exec(token)?.[0] : undefined;
    for (const word of own) if (!spellings.has(word)) spellings.set(word, written ?? word);
  }
  return ({ candidate, signals, boostedBy }, memory) => ({
    signals,
    matchedWords: words
      .filter((_, at) => (candidate.wordCounts[at] ?? 0) > 0 || candidate.tagged[at])
      .map((word) => spellings.get(word) ?? word),
    matchedEntities: memory.entities
      .map(({ name }) => name)
      .filter((name) => candidate.entities.includes(name.toLowerCase())),
    boostedBy,
  });
}
