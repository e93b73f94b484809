import type { OperationRequest } from '../../api/operation-types.ts';
import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { listMemories, toListFilters } from '../../domain/memories/list-memories.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { countedMemories, maxTextLength, memoryLines, textNote } from '../memory-lines.ts';
import { inputOf, listOf, metadata, nullableText, objectOf, scopeFields, string, text } from '../schemas.ts';
import { reads, type Tool, type ToolCaller, type ToolNames } from '../tool.ts';
import { scopeArguments, scopeOf } from '../tool-arguments.ts';

type ListArguments = Omit<OperationRequest<'listMemories'>['query'], 'status'>;
type ListServices = Pick<HttpServices, 'store'>;
type Page = Awaited<ReturnType<typeof run>>;

const defaultLimit = 20;

const inputSchema = inputOf({
  ...scopeArguments,
  project: string('metadata.project.', 1_000),
  source: string('metadata.source.', 1_000),
  memory_type: string('metadata.memory_type.', 1_000),
  tag: string('One of metadata.tags.', 1_000),
  limit: { type: 'integer', minimum: 1, maximum: 100, description: `How many at most; ${defaultLimit} when omitted.` },
  cursor: string('next_cursor of the page before.', 1_000),
});

const outputSchema = objectOf({
  results: listOf({
    id: text,
    memory: text,
    ...scopeFields,
    metadata,
    status: text,
    created_at: text,
    updated_at: text,
  }),
  next_cursor: nullableText,
});

export function listTool(services: ListServices, named: ToolNames): Tool<ListArguments, Page> {
  return {
    kind: 'list',
    title: 'List memories',
    description: `Lists memories, newest first, by user, project, source or tag; all filters given must hold. Use it to see what is stored, to tidy up, or to find the id of a memory. For a question use ${named('search')}. More pages: repeat the call with next_cursor as cursor and the same filters.`,
    ...reads,
    inputSchema,
    outputSchema,
    example: { project: 'apollo', tag: 'tea', limit: 10 },
    run: (args, caller) => run(services, args, caller),
    toText,
  };
}

async function run({ store }: ListServices, args: ListArguments, { account }: ToolCaller) {
  const { limit = defaultLimit, cursor } = args;
  const filters = toListFilters(args);
  const page = { filters, limit, maxLength: maxTextLength, cursor };
  const { memories, nextCursor } = await listMemories(store, { ...scopeOf(account, args), ...page });
  return { results: memories.map(toListed), next_cursor: nextCursor };
}

function toListed(stored: Memory) {
  const { id, memory, user_id, agent_id, run_id, metadata, status, created_at, updated_at } = presentMemory(stored);
  return { id, memory, user_id, agent_id, run_id, metadata, status, created_at, updated_at };
}

function toText({ results, next_cursor }: Page): string {
  const lines = results.map((memory, at) =>
    memoryLines(at + 1, memory, [
      memory.status,
      `written ${memory.created_at}`,
      ...(memory.updated_at === memory.created_at ? [] : [`updated ${memory.updated_at}`]),
    ]),
  );
  const head = lines.length === 0 ? 'No memories.' : `${countedMemories(lines.length)}, newest first. ${textNote}`;
  const more = next_cursor === null ? 'That is all.' : `There are more: repeat the call with cursor ${next_cursor}`;
  return [head, ...lines, more].join('\n\n');
}
