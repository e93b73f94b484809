import { commitRendered } from '../../api/commit-rendered.ts';
import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import { prepareRetry } from '../../domain/memories/retry-memory.ts';
import { renderAccepted } from './create-memory.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function retryMemoryHandler(services: Pick<HttpServices, 'store' | 'queue' | 'clock'>): Handler<'retryMemory'> {
  return async (request, { account }) => {
    const target = { ownerId: account.id, id: request.path.memory_id };
    const prepared = await prepareRetry(services, target, idempotencyOf(request));
    return toReply(await commitRendered(services.store, prepared, renderAccepted));
  };
}
