import type { Handler } from '../../api/operation-types.ts';
import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { missingMemory } from '../../domain/memories/missing-memory.ts';

export function getMemoryHandler({ store }: Pick<HttpServices, 'store'>): Handler<'getMemory'> {
  return async ({ path }, { account }) => {
    const memory = await store.get(account.id, path.memory_id);
    if (!memory) throw missingMemory();
    return { status: 200, body: presentMemory(memory) };
  };
}
