import { commitRendered } from '../../api/commit-rendered.ts';
import type { Handler } from '../../api/operation-types.ts';
import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { prepareUpdate } from '../../domain/memories/update-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function updateMemoryHandler(
  services: Pick<HttpServices, 'store' | 'queue' | 'clock' | 'contentPolicy'>,
): Handler<'updateMemory'> {
  return async (request, { account }) => {
    const { text, metadata } = request.body;
    const quota = quotaOf(account, services.clock.now());
    const change = { ownerId: account.id, id: request.path.memory_id, update: { text, metadata }, quota };
    const prepared = await prepareUpdate(services, change, idempotencyOf(request));
    const written = await commitRendered(services.store, prepared, (memory) => ({
      ...{ status: 200, location: null },
      body: presentMemory(memory),
    }));
    if (written.kind === 'written') request.counted('memory_write');
    return toReply(written);
  };
}
