import { toDateTime } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { type DeletedMemory, prepareDeletion } from '../../domain/memories/delete-memory.ts';
import { commitStructured, idempotencyOf } from '../idempotency.ts';
import { answered, memoryId, objectOf } from '../schemas.ts';
import type { Tool, ToolNames } from '../tool.ts';
import { withoutId } from './update.ts';

interface Deleted {
  memory_id: string;
  deleted_at: string;
  [key: string]: unknown;
}

export function deleteTool(
  services: Pick<HttpServices, 'store' | 'clock'>,
  named: ToolNames,
): Tool<{ memory_id?: string }, Deleted> {
  return {
    kind: 'delete',
    title: 'Forget a memory',
    description: `Deletes one memory for good. Use it when the user asks to forget something, and for what is wrong or sensitive; what has only changed is for ${named('update')}. ${named('search')} finds the memory_id.`,
    scope: 'write',
    inputSchema: { type: 'object', properties: { memory_id: memoryId }, additionalProperties: false },
    outputSchema: objectOf({ memory_id: answered.text, deleted_at: answered.text }),
    example: { memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2' },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },

    async run(args, caller) {
      const { memory_id: id } = args;
      if (id === undefined) throw withoutId(named);
      const target = { ownerId: caller.account.id, id };
      const idempotency = idempotencyOf(caller, named('delete'), args);
      const prepared = await prepareDeletion(services, target, idempotency);
      return (await commitStructured(services.store, prepared, toDeleted)).answer;
    },

    toText: ({ memory_id, deleted_at }) =>
      `Deleted ${memory_id} at ${deleted_at}. No search or list finds it any more.`,
  };
}

function toDeleted({ id, deletedAt }: DeletedMemory): Deleted {
  return { memory_id: id, deleted_at: toDateTime(deletedAt) };
}
