import type { Handlers } from '../../api/operation-types.ts';
import { presentExpected, presentHit, presentMemory } from '../../api/present-memory.ts';
import { presentProfile } from '../../api/present-profile.ts';
import type { SearchServices } from '../../api/services.ts';
import { missingMemory } from '../../domain/memories/commit-write.ts';
import { listMemories, toListFilters } from '../../domain/memories/list-memories.ts';
import { getProfile, type ProfileServices } from '../../domain/profile/get-profile.ts';
import { searchMemories } from '../../domain/search/search-memories.ts';
import { countSearch } from '../../domain/usage/quota.ts';

type ReadOperation = 'getMemory' | 'getProfile' | 'listMemories' | 'searchMemories';

/** Creates the handlers that read memories. */
export function readHandlers(services: SearchServices & ProfileServices): Pick<Handlers, ReadOperation> {
  const { store } = services;
  return {
    async getMemory({ path }, { account }) {
      const memory = await store.get(account.id, path.memory_id);
      if (!memory) throw missingMemory();
      return { status: 200, body: presentMemory(memory) };
    },

    async listMemories({ query }, { account }) {
      const { memories, nextCursor } = await listMemories(store, {
        accountId: account.id,
        userId: query.user_id,
        agentId: query.agent_id,
        runId: query.run_id,
        filters: toListFilters(query),
        status: query.status,
        limit: query.limit ?? 1_000,
        cursor: query.cursor,
      });
      return { status: 200, body: { results: memories.map(presentMemory), next_cursor: nextCursor } };
    },

    async searchMemories({ body, counted }, { account }) {
      const search = {
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
      };
      const { hits, degraded, expected } = await countSearch(services, account, () => searchMemories(services, search));
      counted('memory_search');
      const expectation = expected ? { expected: presentExpected(expected) } : {};
      return { status: 200, body: { results: hits.map(presentHit), degraded, ...expectation } };
    },

    async getProfile({ query }, { account }) {
      const profile = await getProfile(services, {
        accountId: account.id,
        userId: query.user_id,
        agentId: query.agent_id,
        project: query.project,
        maxCharacters: query.max_characters ?? 2_000,
      });
      return { status: 200, body: presentProfile(profile) };
    },
  };
}
