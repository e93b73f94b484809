import { missingMemory } from '../../memory/missing-memory.ts';
import type { Handler } from '../operation-types.ts';
import { presentMemory } from '../present-memory.ts';
import type { HttpServices } from '../services.ts';

export function getMemoryHandler({ store }: HttpServices): Handler<'getMemory'> {
  return async ({ path }, { account }) => {
    const memory = await store.get(account.id, path.memory_id);
    if (!memory) throw missingMemory();
    return { status: 200, body: presentMemory(memory) };
  };
}
