import { meanVector } from '../../lib/mean-vector.ts';
import type { CandidateQuery } from '../../ports/candidate-index.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { type MemoryTarget, readMemory } from '../memories/commit-write.ts';
import type { Warning } from '../memories/list-memories.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { toScope } from '../memories/scope.ts';
import { certainty } from './candidate-scores.ts';
import { cutHits, readById, type SearchHit } from './search-memories.ts';

/** Candidates beyond the requested ones: the memory itself, and memories that change before they are read. */
const spareMemories = 10;

export interface SimilarInput extends MemoryTarget {
  topK: number;
  /** Runs the search and counts it. It is not called for a memory without a vector. */
  count<Found>(find: () => Promise<Found>): Promise<Found>;
}

export interface SimilarOutcome {
  hits: SearchHit[];
  /** `vector`: some memories could not be compared. */
  degraded: 'vector'[];
  warnings: Warning[];
  /** Whether memories were compared, which counts as a search. */
  isSearch: boolean;
}

const noVector: Warning = {
  code: 'no_vector',
  message:
    'This memory has no vector, so that nothing can be compared with it. A pending one gets its vector when it is ready.',
};

/** Finds the memories whose vectors are nearest to those of a memory. It embeds nothing. @throws {DomainError} */
export async function findSimilarMemories(
  { store, embedder }: { store: MemoryStore; embedder: Pick<Embedder, 'id' | 'cosineBand'> },
  { topK, count, ...target }: SimilarInput,
): Promise<SimilarOutcome> {
  const { accountId, id, restriction } = target;
  await readMemory(store, target);
  const embedding = await store.embeddingOf(accountId, id);
  const values = embedding && meanVector(embedding.vectors);
  if (!embedding || !values) return { hits: [], degraded: [], warnings: [noVector], isSearch: false };
  // Vectors of different embedders cannot be compared. The memory waits for its move to the present one.
  if (embedding.embedderId !== embedder.id) return { hits: [], degraded: ['vector'], warnings: [], isSearch: false };
  const { userId, agentId, project } = restriction ?? {};
  const own = { userId: userId ?? undefined, agentId: agentId ?? undefined, project: project ?? undefined };
  const query: CandidateQuery = {
    scope: toScope({ accountId, ...own }),
    ...{ words: [], identifiers: [], entities: [], times: [], timesAreAll: false },
    vector: { embedderId: embedder.id, values },
    limit: topK + spareMemories,
  };
  const [found, hasStale] = await count(() =>
    Promise.all([store.candidates(query), store.hasStale(accountId, embedder.id)]),
  );
  // Two texts can be nearer to each other than a question is to its answer. The upper end is therefore the cosine of
  // equal vectors, and not the end of the band.
  const band = { low: embedder.cosineBand.low, high: 1 };
  const near = found.candidates
    .filter((candidate) => candidate.id !== id && !candidate.isContext)
    .map((candidate) => ({ ...candidate, score: certainty(candidate.cosine, band) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || (left.id < right.id ? 1 : -1))
    .slice(0, query.limit);
  const ids = near.map((candidate) => candidate.id);
  const current = await readById(store, accountId, ids);
  const hits = near.flatMap(({ id, version, score }): SearchHit[] => {
    const memory = current.get(id);
    return memory?.version === version ? [{ memory, score, explanation: null }] : [];
  });
  return {
    hits: await cutHits(accountId, hits.slice(0, topK)),
    degraded: found.vectorsAway || hasStale ? ['vector'] : [],
    warnings: [],
    isSearch: true,
  };
}
