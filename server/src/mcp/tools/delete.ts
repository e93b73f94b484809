import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { type DeletedMemory, prepareDeletion } from '../../domain/memories/delete-memory.ts';
import { commitStructured, idempotencyOf } from '../idempotency.ts';
import { inputOf, objectOf, text } from '../schemas.ts';
import { changes, type Tool, type ToolNames } from '../tool.ts';
import { memoryIdArgument, requireMemoryId, type ScopeArguments, scopeOf, userArgument } from '../tool-arguments.ts';

interface DeleteArguments extends Pick<ScopeArguments, 'user_id'> {
  memory_id?: string;
}

type Deleted = ReturnType<typeof toDeleted>;

export function deleteTool(
  services: Pick<HttpServices, 'store' | 'clock'>,
  named: ToolNames,
): Tool<DeleteArguments, Deleted> {
  return {
    kind: 'delete',
    title: 'Forget a memory',
    description: `Deletes one memory for good. Use it when the user asks to forget something, and for what is wrong or sensitive; what has only changed is for ${named('update')}. ${named('search')} finds the memory_id.`,
    ...changes,
    inputSchema: inputOf({ ...memoryIdArgument, ...userArgument }),
    outputSchema: objectOf({ memory_id: text, deleted_at: text }),
    example: { memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2' },

    async run(args, caller) {
      const { accountId, userId } = scopeOf(caller.account, args);
      const target = { accountId, userId, id: requireMemoryId(args, named) };
      const prepared = await prepareDeletion(services, target, idempotencyOf(caller, named('delete'), args));
      const structure = (deleted: DeletedMemory) => ({ body: toDeleted(deleted), memoryId: null });
      return (await commitStructured(services.store, caller, prepared, structure)).response;
    },

    toText: ({ memory_id, deleted_at }) =>
      `Deleted ${memory_id} at ${deleted_at}. No search or list finds it any more.`,
  };
}

function toDeleted({ id, deletedAt }: DeletedMemory) {
  return { memory_id: id, deleted_at: toDateTime(deletedAt) };
}
