import { toDateTime } from '../../api/present-fields.ts';
import { presentScopeDeletion } from '../../api/present-memory.ts';
import { withoutKeywords } from '../../api/schema-lookup.ts';
import type { ScopeParameters } from '../../api/scope-parameters.ts';
import type { HttpServices } from '../../api/services.ts';
import { type DeletedMemory, deleteMemory } from '../../domain/memories/change-memory.ts';
import { deleteScope } from '../../domain/memories/delete-scope.ts';
import { findWarnings } from '../../domain/memories/list-memories.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { countedMemories } from '../result-text.ts';
import { changes, defineTool, namedUser, requireMemoryId, scopeOf, type ToolCaller, warningLines } from '../tool.ts';
import * as schema from '../tool-schemas.ts';

type DeleteServices = Pick<HttpServices, 'store' | 'clock' | 'identifiers' | 'records' | 'continueDeletions'>;
type DeleteArguments = ScopeParameters & { confirm?: number };

export const deleteTool = defineTool({
  kind: 'delete',
  title: 'Delete memories',
  ...changes,
  describe: (named) =>
    `Permanently deletes one memory. Use it when the user asks to forget something, or a memory is wrong or sensitive; if something only changed, use ${named('update')}. ${named('search')} finds the memory_id. Or deletes all of a scope, given as in ${named('list')}. The first call only counts. Ask the user, then repeat it with that number as confirm.`,
  input: {
    ...schema.memoryIdArgument,
    // The scope as in the list, whose descriptions are not repeated.
    ...withoutKeywords({ ...schema.scopeArguments, ...schema.narrowingArguments }, ['description']),
    ...schema.userArgument,
    confirm: { type: 'integer', minimum: 0, description: 'Number matched.' },
  },
  // The fields of a deletion of one memory, and those of a deletion by scope.
  outputSchema: {
    type: 'object',
    properties: {
      ...{ memory_id: schema.text, deleted_at: schema.text, deletion_id: schema.text },
      ...{ matched: schema.number, deleted: schema.number, status: schema.text },
    },
  },
  example: { memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2' },

  async run(services: DeleteServices, args, caller) {
    const { memory_id: id, ...others } = args;
    return id === undefined ? deleteMany(services, others, caller) : deleteOne(services, id, others, caller);
  },

  toText(result) {
    if ('memory_id' in result) {
      return `Deleted ${result.memory_id} at ${result.deleted_at}. No search or list finds it any more.`;
    }
    const { matched, deletion_id, warnings } = result;
    if (matched === 0) {
      const unknown = warningLines({ warnings: warnings?.filter(({ code }) => code !== 'not_confirmed') });
      return ['The scope matches no memories, so nothing was deleted.', ...unknown].join('\n');
    }
    if (deletion_id === undefined) {
      return `The scope matches ${countedMemories(matched)}. Nothing is deleted yet: ask the user, then repeat the call with confirm ${matched}.`;
    }
    return `Deleted ${countedMemories(matched)} (${deletion_id}). No search or list finds ${matched === 1 ? 'it' : 'them'} any more.`;
  },
});

async function deleteOne(
  services: DeleteServices,
  id: string,
  { user_id, confirm = 0, ...narrowing }: DeleteArguments,
  { account, actor, restriction, idempotency, replayed }: ToolCaller,
) {
  // A restricted key fills in the agent and the project of the memory.
  const filled = restriction === null ? [] : ['agent_id', 'project'];
  // A model that must send every argument has no blank for a number but 0.
  if (confirm !== 0 || Object.keys(narrowing).some((name) => !filled.includes(name))) {
    throw invalidRequest({ path: '/memory_id', message: 'names one memory: leave the scope and confirm out' });
  }
  const target = { accountId: account.id, userId: user_id ?? account.id, actor, id };
  const present = ({ id: memory_id, deletionId, deletedAt }: DeletedMemory) => {
    return { memory_id, deletion_id: deletionId, deleted_at: toDateTime(deletedAt) };
  };
  const { value, isReplay } = await deleteMemory(services, target, { idempotency, present });
  if (isReplay) replayed();
  return value;
}

async function deleteMany(services: DeleteServices, { confirm, ...parameters }: DeleteArguments, caller: ToolCaller) {
  if (Object.keys(parameters).length === 0) requireMemoryId({}, caller);
  const result = await deleteScope(services, {
    scope: { ...scopeOf(caller.account, parameters), restriction: caller.restriction },
    parameters: { ...parameters, user_id: parameters.user_id ?? caller.account.id },
    actor: caller.actor,
    confirm,
    idempotency: caller.idempotency,
  });
  const { begun, matched, isReplay } = result;
  if (isReplay) caller.replayed();
  else if (begun) {
    caller.concerns({ action: 'memories_deleted', detail: { deletion_id: begun.id, matched: begun.matched } });
  }
  const named = namedUser(caller, parameters.user_id);
  return presentScopeDeletion(result, await findWarnings(services.store, named, matched === 0));
}
