import { retryMemory } from '../../memory/retry-memory.ts';
import { idempotencyOf, toReply } from '../idempotent-write.ts';
import type { Handler } from '../operation-types.ts';
import type { HttpServices } from '../services.ts';
import { presentWrite } from './create-memory.ts';

export function retryMemoryHandler(services: HttpServices): Handler<'retryMemory'> {
  return async (request, { account }) => {
    const target = { ownerId: account.id, id: request.path.memory_id };
    return toReply(await retryMemory(services, target, presentWrite, idempotencyOf(request)), presentWrite);
  };
}
