import type { Handler } from '../../api/operation-types.ts';
import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { listMemories, toListFilters } from '../../domain/memories/list-memories.ts';

export function listMemoriesHandler({ store }: Pick<HttpServices, 'store'>): Handler<'listMemories'> {
  return async ({ query }, { account }) => {
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
  };
}
