import { type DeletedMemory, deleteMemory } from '../../memory/delete-memory.ts';
import type { Present } from '../../memory/idempotency.ts';
import { idempotencyOf, toReply } from '../idempotent-write.ts';
import type { Handler } from '../operation-types.ts';
import { toDateTime } from '../present-memory.ts';
import type { HttpServices } from '../services.ts';

export function deleteMemoryHandler(services: HttpServices): Handler<'deleteMemory'> {
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
