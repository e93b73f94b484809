import type { Handler } from '../../api/operation-types.ts';
import { presentExpected, presentHit } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { searchMemories } from '../../domain/search/search-memories.ts';
import { countSearch } from '../../domain/usage/count-search.ts';

export function searchMemoriesHandler(
  services: Pick<HttpServices, 'store' | 'rankedSearch' | 'embedder' | 'reranker' | 'clock' | 'usage'>,
): Handler<'searchMemories'> {
  return async ({ body, counted }, { account }) => {
    const { hits, degraded, expected } = await countSearch(services, account, () =>
      searchMemories(services, {
        accountId: account.id,
        query: body.query,
        userId: body.user_id,
        agentId: body.agent_id,
        runId: body.run_id,
        topK: body.top_k ?? 10,
        filters: body.filters ?? {},
        threshold: body.threshold,
        rerank: body.rerank,
        explain: body.explain,
        expect: body.expect,
      }),
    );
    counted('memory_search');
    return {
      status: 200,
      body: { results: hits.map(presentHit), degraded, ...(expected ? { expected: presentExpected(expected) } : {}) },
    };
  };
}
