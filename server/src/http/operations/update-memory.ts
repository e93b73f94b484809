import type { Handler } from '../../api/operation-types.ts';
import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import type { Present } from '../../domain/memories/idempotency.ts';
import { updateMemory } from '../../domain/memories/update-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function updateMemoryHandler(
  services: Pick<HttpServices, 'store' | 'queue' | 'clock' | 'contentPolicy'>,
): Handler<'updateMemory'> {
  return async (request, { account }) => {
    const { text, metadata } = request.body;
    const quota = quotaOf(account, services.clock.now());
    const change = { ownerId: account.id, id: request.path.memory_id, update: { text, metadata }, quota };
    const answered = await updateMemory(services, change, present, idempotencyOf(request));
    if (answered.kind === 'done') request.counted('memory_write');
    return toReply(answered, present);
  };
}

const present: Present<Redacted<Memory>> = (memory) => ({
  status: 200,
  location: null,
  body: JSON.stringify(presentMemory(memory)),
});
