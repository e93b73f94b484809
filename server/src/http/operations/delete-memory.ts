import type { Handler } from '../../api/operation-types.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { type DeletedMemory, deleteMemory } from '../../domain/memories/delete-memory.ts';
import type { Present } from '../../domain/memories/idempotency.ts';
import { idempotencyOf, toReply } from './idempotent-write.ts';

export function deleteMemoryHandler(services: Pick<HttpServices, 'store' | 'clock'>): Handler<'deleteMemory'> {
  return async (request, { account }) => {
    const target = { ownerId: account.id, id: request.path.memory_id };
    return toReply(await deleteMemory(services, target, present, idempotencyOf(request)), present);
  };
}

const present: Present<DeletedMemory> = ({ id, deletedAt }) => ({
  status: 200,
  location: null,
  body: JSON.stringify({ id, deleted_at: toDateTime(deletedAt) }),
});
