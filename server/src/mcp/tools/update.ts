import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { updateMemory } from '../../domain/memories/change-memory.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { quoteLines } from '../../lib/quote-lines.ts';
import { toJsonLine } from '../../lib/quote-value.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, Metadata } from '../../ports/memory-store.ts';
import { idempotencyOf } from '../idempotency.ts';
import { inputOf, nullableText, number, objectOf, text } from '../schemas.ts';
import { notesOn, notesToText, textNotesSchema, textRules } from '../text-notes.ts';
import { changes, type Tool, type ToolCaller, type ToolNames } from '../tool.ts';
import {
  memoryIdArgument,
  requireMemoryId,
  type ScopeArguments,
  scopeOf,
  type TextArguments,
  textArguments,
  textOf,
  userArgument,
} from '../tool-arguments.ts';

interface UpdateArguments extends TextArguments, Pick<ScopeArguments, 'user_id'> {
  memory_id?: string;
  metadata?: Metadata;
}

type UpdateServices = Pick<HttpServices, 'store' | 'queue' | 'clock' | 'contentPolicy'>;
/** A key without the scope `read` gets neither the text nor the metadata of the memory. */
type Updated = Omit<Shown, 'memory' | 'metadata'> & { memory: string | null; metadata: Metadata | null };
type Shown = ReturnType<typeof toUpdated>;

const describe = (named: ToolNames) =>
  [
    `Replaces the text of a memory as a whole, changes its metadata, or both. Use it when something remembered has changed or was wrong. ${named('search')} finds the memory_id.`,
    ...textRules,
  ].join('\n');

const inputSchema = inputOf({
  ...memoryIdArgument,
  ...userArgument,
  ...textArguments('The whole new text.'),
  metadata: { type: 'object', description: 'Merged into the existing metadata; null removes a key.' },
});

const outputSchema = objectOf({
  memory_id: text,
  memory: nullableText,
  metadata: { type: ['object', 'null'] },
  status: text,
  version: number,
  updated_at: text,
  ...textNotesSchema,
});

export function updateTool(services: UpdateServices, named: ToolNames): Tool<UpdateArguments, Updated> {
  return {
    kind: 'update',
    title: 'Change a memory',
    description: describe(named),
    ...changes,
    inputSchema,
    outputSchema,
    example: {
      memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2',
      memory: 'Tea preferences (Ada):\n1) Ada takes her tea with lemon.',
    },
    run: (args, caller) => run(services, args, caller, named),
    toText: (updated) => toText(updated, named),
  };
}

async function run(
  services: UpdateServices,
  args: UpdateArguments,
  caller: ToolCaller,
  named: ToolNames,
): Promise<Updated> {
  const id = requireMemoryId(args, named);
  const update = { text: textOf(args), metadata: args.metadata };
  if (update.text === undefined && update.metadata === undefined) {
    const message = 'and metadata are both missing: send a new text, metadata or both';
    throw invalidRequest({ path: '/memory', message });
  }
  const { account, actor, restriction, counted, replayed, mayRead } = caller;
  const { accountId, userId } = scopeOf(account, args);
  const quota = quotaOf(account, services.clock.now());
  const { value, response } = await updateMemory(
    services,
    { accountId, userId, restriction, id, actor, update, quota },
    {
      idempotency: idempotencyOf(caller, named('update'), args),
      present: (memory) => toUpdated(memory, args),
      subjectOf: () => id,
    },
  );
  if (value) counted('memory_write');
  else replayed();
  return mayRead ? response : { ...response, memory: null, metadata: null };
}

function toUpdated(stored: Redacted<Memory>, args: UpdateArguments) {
  const { id: memory_id, memory, metadata, status, version, updated_at } = presentMemory(stored);
  const notes = notesOn(textOf(args) === undefined ? undefined : memory, stored, args);
  return { memory_id, memory, metadata, status, version, updated_at, ...notes };
}

function toText(updated: Updated, named: ToolNames): string {
  const { memory_id, memory, metadata, status, version, updated_at } = updated;
  const head = `Updated ${memory_id} at ${updated_at} (version ${version}, ${status}). The old text is no longer found.`;
  return [
    ...(memory === null ? [head] : [`${head} New text:`, quoteLines(memory), `Metadata: ${toJsonLine(metadata)}`]),
    ...notesToText(updated, memory_id, named),
  ].join('\n');
}
