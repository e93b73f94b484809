import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { retryMemory } from '../../domain/memories/retry-memory.ts';
import { presentWrite } from './create-memory.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function retryMemoryHandler(services: Pick<HttpServices, 'store' | 'queue' | 'clock'>): Handler<'retryMemory'> {
  return async (request, { account }) => {
    const target = { ownerId: account.id, id: request.path.memory_id };
    return toReply(await retryMemory(services, target, presentWrite, idempotencyOf(request)), presentWrite);
  };
}
