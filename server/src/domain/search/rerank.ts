import { withTimeout } from '../../lib/with-timeout.ts';
import type { Memory } from '../../ports/memory.ts';
import { type Reranker, RerankerError } from '../../ports/reranker.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { bestFirst, type RankedMemory, scoreOf } from './rank.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** It is the same for every `top_k`, so that a shorter list is a prefix of a longer one. */
export const maxReranked = 50;
/** The limit of all rounds of a search together. After it, the response has the ranking without the reranker. */
const maxRerankingMs = 1_000;

/** Reorders the memories that one search has ranked. Resolves to undefined if no reranker responds. */
export type Rerank = (ranked: readonly RankedMemory[]) => Promise<RankedMemory[] | undefined>;

/** Sends the best memories to the reranker, each once, even if the search is repeated. A failure is its end. */
export function createRerank(store: MemoryStore, reranker: Reranker | null, accountId: string, query: string): Rerank {
  const known = new Map<string, number>();
  let leftMs = maxRerankingMs;
  let usable = reranker;
  return async (ranked) => {
    if (!usable) return undefined;
    const best = ranked.slice(0, maxReranked).map(({ candidate }) => candidate.id);
    const unknown = (await store.getMany(accountId, best)).filter((memory) => !known.has(keyOf(memory)));
    if (unknown.length > 0) {
      const startedAt = performance.now();
      const relevances = await rerankWithin(usable, query, unknown, leftMs);
      leftMs -= performance.now() - startedAt;
      if (!relevances) {
        usable = null;
        return undefined;
      }
      for (const [at, memory] of unknown.entries()) known.set(keyOf(memory), relevances[at] as number);
    }
    return ranked
      .map((one, index) => withRelevance(one, index < maxReranked ? known.get(keyOf(one.candidate)) : undefined))
      .sort(bestFirst);
  };
}

async function rerankWithin(reranker: Reranker, query: string, memories: readonly Memory[], ms: number) {
  const texts = memories.map(({ text }) => text);
  try {
    return await withTimeout(ms, () => reranker.relevances(query, texts));
  } catch (error) {
    if (error instanceof RerankerError) return undefined;
    throw error;
  }
}

/**
 * Averages the log odds of the relevance and of the sum. Both express how probable it is that a memory matches the
 * query; for the sum, the calibration of scores gives this. A memory without a relevance counts as irrelevant. So no
 * memory that the reranker did not get overtakes one that it got.
 */
function withRelevance(one: RankedMemory, relevance = 0): RankedMemory {
  const { minRelevance, probable, spread, rerank: share } = weights;
  const within = Math.min(1 - minRelevance, Math.max(minRelevance, relevance));
  const asSum = probable + spread * Math.log(within / (1 - within));
  const signals: RankedMemory['signals'] = { rerank: { raw: relevance, score: share * asSum } };
  for (const [name, { raw, score }] of Object.entries(one.signals)) {
    signals[name as keyof typeof signals] = { raw, score: (1 - share) * score };
  }
  const sum = (1 - share) * one.sum + share * asSum;
  const boostedBy: RankedMemory['boostedBy'] = sum > one.sum ? [...one.boostedBy, 'rerank'] : one.boostedBy;
  return { ...one, signals, sum, score: scoreOf(sum), boostedBy };
}

function keyOf({ id, version }: { id: string; version: number }): string {
  return `${id} ${version}`;
}
