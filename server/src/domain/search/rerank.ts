import { withTimeout } from '../../lib/with-timeout.ts';
import type { Memory, MemoryStore } from '../../ports/memory-store.ts';
import { type Reranker, RerankerError } from '../../ports/reranker.ts';
import { type RankedMemory, scoreOf } from './rank.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** So many of our own ranking are shown to the reranker, for every `top_k`: a shorter list is a prefix of a longer one. */
export const maxReranked = 50;
/** Then the answer comes from our own ranking. For all rounds of a search together. */
const maxRerankingMs = 1_000;

/** Reorders what one search has ranked; undefined: there is no reranker, or it does not answer. */
export type Rerank = (ranked: readonly RankedMemory[]) => Promise<RankedMemory[] | undefined>;

/**
 * Shows the best memories to the reranker. Each is shown once, however often the search is repeated because memories
 * change meanwhile; after a failure it is not asked again.
 */
export function createRerank({
  store,
  reranker,
  accountId,
  query,
}: {
  store: MemoryStore;
  reranker: Reranker | null;
  accountId: string;
  query: string;
}): Rerank {
  /** By id and version. */
  const known = new Map<string, number>();
  let leftMs = maxRerankingMs;
  let failed = reranker === null;

  async function learn(memories: readonly Memory[]): Promise<void> {
    const unknown = memories.filter((memory) => !known.has(keyOf(memory)));
    if (!reranker || unknown.length === 0) return;
    const startedAt = performance.now();
    const relevances = await rerankWithin(reranker, query, unknown, leftMs);
    leftMs -= performance.now() - startedAt;
    if (!relevances) failed = true;
    else for (const [at, memory] of unknown.entries()) known.set(keyOf(memory), relevances[at] as number);
  }

  return async (ranked) => {
    if (failed) return undefined;
    const best = ranked.slice(0, maxReranked).map(({ candidate }) => candidate.id);
    await learn(await store.getMany(accountId, best));
    if (failed) return undefined;
    return ranked
      .map((one, index) => withRelevance(one, index < maxReranked ? known.get(keyOf(one.candidate)) : undefined))
      .sort((left, right) => right.sum - left.sum || (left.candidate.id < right.candidate.id ? 1 : -1));
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
 * Both say how probable it is that a memory is about the query, our sum through the calibration of scores: their log odds
 * are averaged. Nothing overtakes what was shown to the reranker unseen: without a relevance it counts as none at all.
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
