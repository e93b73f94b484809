import { commitRendered } from '../../api/commit-rendered.ts';
import type { Handler } from '../../api/operation-types.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { prepareDeletion } from '../../domain/memories/delete-memory.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function deleteMemoryHandler(services: Pick<HttpServices, 'store' | 'clock'>): Handler<'deleteMemory'> {
  return async (request, { account }) => {
    const target = { ownerId: account.id, id: request.path.memory_id };
    const prepared = await prepareDeletion(services, target, idempotencyOf(request));
    const written = await commitRendered(services.store, prepared, ({ id, deletedAt }) => ({
      ...{ status: 200, location: null },
      body: { id, deleted_at: toDateTime(deletedAt) },
    }));
    return toReply(written);
  };
}
