import { presentScopeDeletion } from '../../api/present-deletion.ts';
import { toDateTime } from '../../api/present-memory.ts';
import type { ScopeParameters } from '../../api/scope-parameters.ts';
import type { HttpServices } from '../../api/services.ts';
import { type DeletedMemory, deleteMemory } from '../../domain/memories/change-memory.ts';
import { deleteScope } from '../../domain/memories/delete-scope.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { countedMemories } from '../result-text.ts';
import { number, text } from '../schemas.ts';
import { changes, defineTool, type ToolCaller } from '../tool.ts';
import {
  memoryIdArgument,
  narrowingArguments,
  requireMemoryId,
  scopeArguments,
  scopeOf,
  userArgument,
} from '../tool-arguments.ts';

type DeleteServices = Pick<HttpServices, 'store' | 'clock' | 'identifiers' | 'records' | 'continueDeletions'>;
interface DeleteArguments extends ScopeParameters {
  memory_id?: string;
  confirm?: number;
}

/** The scope as in the list. Its descriptions are not repeated. */
const scope = Object.fromEntries(
  Object.entries({ ...scopeArguments, ...narrowingArguments }).map(([name, { description: _, ...schema }]) => [
    name,
    schema,
  ]),
) as typeof scopeArguments & typeof narrowingArguments;

export const deleteTool = defineTool({
  kind: 'delete',
  title: 'Delete memories',
  ...changes,
  describe: (named) =>
    `Permanently deletes one memory. Use it when the user asks to forget something, or a memory is wrong or sensitive; if something only changed, use ${named('update')}. ${named('search')} finds the memory_id. Or deletes all of a scope, given as in ${named('list')}. The first call only counts. Ask the user, then repeat it with that number as confirm.`,
  input: {
    ...memoryIdArgument,
    ...scope,
    ...userArgument,
    confirm: { type: 'integer', minimum: 0, description: 'Number matched.' },
  },
  // The fields of a deletion of one memory, and those of a deletion by scope.
  outputSchema: {
    type: 'object',
    properties: {
      ...{ memory_id: text, deleted_at: text, deletion_id: text },
      ...{ matched: number, deleted: number, status: text },
    },
  },
  example: { memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2' },

  async run(services: DeleteServices, args, caller) {
    if (args.memory_id === undefined) return deleteOfScope(services, args, caller);
    return deleteOne(services, args, caller);
  },

  toText(result) {
    if ('memory_id' in result) {
      return `Deleted ${result.memory_id} at ${result.deleted_at}. No search or list finds it any more.`;
    }
    const { matched, deletion_id } = result;
    if (deletion_id === undefined) {
      return `The scope matches ${countedMemories(matched)}. Nothing is deleted yet: ask the user, then repeat the call with confirm ${matched}.`;
    }
    return `Deleted ${countedMemories(matched)} (${deletion_id}). No search or list finds ${matched === 1 ? 'it' : 'them'} any more.`;
  },
});

async function deleteOne(services: DeleteServices, args: DeleteArguments, caller: ToolCaller) {
  const { memory_id: _, user_id, ...narrowing } = args;
  // A restricted key fills in the agent and the project of the memory.
  const isNarrowed = Object.keys(narrowing).some((name) => caller.restriction === null || !isRestrictable(name));
  if (isNarrowed) {
    throw invalidRequest({ path: '/memory_id', message: 'names one memory: leave the scope and confirm out' });
  }
  const { accountId, userId } = scopeOf(caller.account, user_id === undefined ? {} : { user_id });
  const target = { accountId, userId, actor: caller.actor, id: requireMemoryId(args, caller) };
  const { idempotency } = caller;
  const { value, isReplay } = await deleteMemory(services, target, { idempotency, present: toDeleted });
  if (isReplay) caller.replayed();
  return value;
}

function isRestrictable(name: string): boolean {
  return name === 'agent_id' || name === 'project';
}

async function deleteOfScope(
  services: DeleteServices,
  { memory_id: _, confirm, ...parameters }: DeleteArguments,
  caller: ToolCaller,
) {
  if (Object.keys(parameters).length === 0) requireMemoryId({}, caller);
  const result = await deleteScope(services, {
    scope: { ...scopeOf(caller.account, parameters), restriction: caller.restriction },
    parameters: { ...parameters, user_id: parameters.user_id ?? caller.account.id },
    actor: caller.actor,
    confirm,
    idempotency: caller.idempotency,
  });
  const { begun, isReplay } = result;
  if (isReplay) caller.replayed();
  else if (begun) {
    const { id: deletion_id, matched } = begun;
    caller.concerns({ action: 'memories_deleted', detail: { deletion_id, matched } });
  }
  return presentScopeDeletion(result);
}

function toDeleted({ id, deletionId, deletedAt }: DeletedMemory) {
  return { memory_id: id, deletion_id: deletionId, deleted_at: toDateTime(deletedAt) };
}
