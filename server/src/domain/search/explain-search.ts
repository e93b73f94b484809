import type { CandidateQuery, Memory, MemoryStore } from '../../ports/memory-store.ts';
import { type Filters, toFilterLabels, toLabels } from '../text/labels.ts';
import { toWords } from '../text/words.ts';
import type { Lift, Ranked } from './rank.ts';

/** Why a memory stands where it does. */
export interface Explanation {
  signals: Ranked['signals'];
  /** Words of the query that the memory or its tags hold, as they were asked. */
  matchedWords: string[];
  /** Of the query's, as the memory has them. */
  matchedEntities: string[];
  liftedBy: Lift[];
}

export type ExpectedReason =
  | 'found'
  | 'missing'
  | 'out_of_scope'
  | 'filtered'
  | 'no_evidence'
  | 'not_a_candidate'
  | 'below_threshold'
  | 'below_top_k';

/** Where a memory that the caller expected stands. */
export interface Expected {
  memoryId: string;
  reason: ExpectedReason;
  /** The same in words, with what to change. */
  detail: string;
  /** Conditions of the search that leave it out, by the name of their field. */
  conditions: string[];
  embedded: boolean;
  /** From 1; null when it can't be found by this search. */
  rank: number | null;
  score: number | null;
  explanation: Explanation | null;
}

/** What was asked for, as far as it leaves memories out. */
export interface ExpectedSearch {
  ownerId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  filters: Filters;
  threshold?: number | undefined;
  topK: number;
}

/** A token without the punctuation around it. */
const fromFirstToLastLetter = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** Explains results of one query. */
export function createExplainer(
  query: string,
  words: readonly string[],
): (ranked: Ranked, memory: Memory) => Explanation {
  const asAsked = new Map<string, string>();
  for (const token of query.toLowerCase().split(/\s+/)) {
    const own = toWords(token);
    // A token of several words may be a sentence without spaces.
    const written = own.length === 1 ? fromFirstToLastLetter.exec(token)?.[0] : undefined;
    for (const word of own) if (!asAsked.has(word)) asAsked.set(word, written ?? word);
  }
  return ({ candidate, signals, liftedBy }, memory) => ({
    signals,
    matchedWords: words
      .filter((_, at) => (candidate.wordCounts[at] ?? 0) > 0 || candidate.tagged[at])
      .map((word) => asAsked.get(word) ?? word),
    matchedEntities: memory.entities
      .map(({ name }) => name)
      .filter((name) => candidate.entities.includes(name.toLowerCase())),
    liftedBy,
  });
}

/**
 * Says why a memory is not among the results, or where it is.
 * @param search the search itself
 * @param results what it answered
 * @param rankWith ranks the candidates of a query
 */
export async function whereIs(
  memoryId: string,
  {
    store,
    embedderId,
    search,
    query,
    results,
    ranked,
    rankWith,
    explain,
  }: {
    store: MemoryStore;
    /** Of the search: vectors of others are not compared. */
    embedderId: string;
    search: ExpectedSearch;
    query: CandidateQuery;
    results: readonly { memory: Memory; score: number; explanation: Explanation | null }[];
    /** Everything the search has ranked, whatever its score. */
    ranked: readonly Ranked[];
    rankWith: (query: CandidateQuery) => Promise<Ranked[]>;
    explain: (ranked: Ranked, memory: Memory) => Explanation | null;
  },
): Promise<Expected> {
  const unranked = { memoryId, conditions: [], embedded: false, rank: null, score: null, explanation: null };
  const memory = await store.get(search.ownerId, memoryId);
  if (!memory) {
    return {
      ...unranked,
      reason: 'missing',
      detail: 'This account has no memory of this id: it was deleted, or written with the key of another account.',
    };
  }
  if (memory.isAside) {
    return {
      ...unranked,
      reason: 'not_a_candidate',
      detail: `It holds no fact of its own (outcome ${memory.outcome}) and is reached by its id only.`,
    };
  }
  const embedder = await store.embedderOf(search.ownerId, memoryId);
  const embedded = embedder === embedderId;
  const place = results.findIndex((result) => result.memory.id === memoryId);
  const hit = results[place];
  if (hit) {
    const { score, explanation } = hit;
    const detail = `It is result ${place + 1}.`;
    return { ...unranked, reason: 'found', detail, embedded, rank: place + 1, score, explanation };
  }
  const wrongScope = scopeConditions(search, memory);
  const wrongFilters = filterConditions(search.filters, memory);
  if (wrongScope.length > 0 || wrongFilters.length > 0) {
    const conditions = [...wrongScope, ...wrongFilters];
    const reason = wrongScope.length > 0 ? 'out_of_scope' : 'filtered';
    const detail = `It does not match ${conditions.join(', ')}: leave that out of the search, or change the memory.`;
    return { ...unranked, reason, detail, conditions, embedded };
  }
  const found = ranked.findIndex(({ candidate }) => candidate.id === memoryId);
  if (found < 0) {
    const own = (await rankWith({ ...query, include: memoryId })).find(({ candidate }) => candidate.id === memoryId);
    if (!own)
      return {
        ...unranked,
        reason: 'no_evidence',
        detail: withoutEvidence(memory, query, { embedder, embedded }),
        embedded,
      };
    return {
      ...unranked,
      reason: 'not_a_candidate',
      detail: `More than ${query.limit} memories have better words, and as many a nearer meaning: it was not looked at. Ask more exactly, or narrow the search.`,
      embedded,
      score: own.score,
      explanation: explain(own, memory),
    };
  }
  const { threshold = 0, topK } = search;
  const own = ranked[found] as Ranked;
  const { score } = own;
  const common = { ...unranked, embedded, rank: found + 1, score, explanation: explain(own, memory) };
  if (score < threshold) {
    return {
      ...common,
      reason: 'below_threshold',
      detail: `Its score is ${score.toFixed(3)}, below the threshold of ${threshold}.`,
    };
  }
  const detail = `It stands in place ${found + 1}; only the best ${topK} were asked for.`;
  return { ...common, reason: 'below_top_k', detail };
}

function withoutEvidence(
  { status }: Memory,
  { vector }: CandidateQuery,
  { embedder, embedded }: { embedder: string | null; embedded: boolean },
): string {
  const noWord = 'Neither it nor its tags have a word in common with the query';
  if (!vector) return `${noWord}, and meanings could not be compared: the encoder was not available. Search again.`;
  if (status === 'failed') return `${noWord}, and has no vector: its ingest failed. Send it round again with /retry.`;
  if (status === 'pending') return `${noWord}, and is not embedded yet: search again when its status is ready.`;
  if (embedder === null) return `${noWord}, and has no vector: the embedder refuses its text. Ask in its words.`;
  if (!embedded) {
    return `${noWord}, and its vector is of another embedder: search again when it has been moved to the present one.`;
  }
  return `${noWord}, and its meaning is too far away. Ask in words nearer to it.`;
}

function scopeConditions(search: ExpectedSearch, memory: Memory): string[] {
  const pairs = [
    ['user_id', search.userId, memory.userId],
    ['agent_id', search.agentId, memory.agentId],
    ['run_id', search.runId, memory.runId],
  ] as const;
  return pairs.filter(([, wanted, own]) => wanted !== undefined && wanted !== own).map(([name]) => name);
}

function filterConditions(filters: Filters, memory: Memory): string[] {
  const labels = new Set(toLabels(memory.metadata));
  return Object.entries(filters)
    .filter(([key, value]) => {
      const [alternatives = []] = toFilterLabels({ [key]: value });
      return !alternatives.some((label) => labels.has(label));
    })
    .map(([key]) => `filters.${key}`);
}
