import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { listMemories, toListFilters } from '../../domain/memories/list-memories.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { memoryLines, type ShownMemory } from '../memory-lines.ts';
import { listOf, objectOf, outputSchemas, scopeArguments, string } from '../schemas.ts';
import type { Tool, ToolNames } from '../tool.ts';

interface ListArguments {
  user_id?: string;
  agent_id?: string;
  run_id?: string;
  project?: string;
  source?: string;
  memory_type?: string;
  tag?: string;
  limit?: number;
  cursor?: string;
}

interface Listed extends ShownMemory {
  status: string;
  created_at: string;
  updated_at: string;
}

interface Page {
  results: Listed[];
  next_cursor: string | null;
  [key: string]: unknown;
}

const maxLimit = 100;
const limitUnlessGiven = 20;

export function listTool({ store }: Pick<HttpServices, 'store'>, named: ToolNames): Tool<ListArguments, Page> {
  const value = (description: string) => string(description, { maxLength: 1_000 });
  return {
    kind: 'list',
    title: 'List memories',
    description: `Lists memories, newest first, by user, project, source or tag; all filters given must hold. Use it to see what is stored, to tidy up, or to find the id of a memory. For a question use ${named('search')}. More pages: repeat the call with next_cursor as cursor and the same filters.`,
    scope: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        ...scopeArguments,
        project: value('metadata.project.'),
        source: value('metadata.source.'),
        memory_type: value('metadata.memory_type.'),
        tag: value('One of metadata.tags.'),
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: maxLimit,
          description: `How many at most; ${limitUnlessGiven} when omitted.`,
        },
        cursor: value('next_cursor of the page before.'),
      },
      additionalProperties: false,
    },
    outputSchema: objectOf({
      results: listOf({
        id: outputSchemas.text,
        memory: outputSchemas.text,
        user_id: outputSchemas.text,
        agent_id: outputSchemas.nullableText,
        run_id: outputSchemas.nullableText,
        metadata: outputSchemas.metadata,
        status: outputSchemas.text,
        created_at: outputSchemas.text,
        updated_at: outputSchemas.text,
      }),
      next_cursor: outputSchemas.nullableText,
    }),
    example: { project: 'apollo', tag: 'tea', limit: 10 },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },

    async run(args, { account }) {
      const { memories, nextCursor } = await listMemories(store, {
        accountId: account.id,
        userId: args.user_id ?? account.id,
        agentId: args.agent_id,
        runId: args.run_id,
        filters: toListFilters(args),
        limit: args.limit ?? limitUnlessGiven,
        cursor: args.cursor,
      });
      return { results: memories.map(toListed), next_cursor: nextCursor };
    },

    toText({ results, next_cursor }) {
      const lines = results.map((memory, at) =>
        memoryLines(at + 1, memory, [
          memory.status,
          `written ${memory.created_at}`,
          ...(memory.updated_at === memory.created_at ? [] : [`updated ${memory.updated_at}`]),
        ]),
      );
      const head =
        lines.length === 0
          ? 'No memories.'
          : `${lines.length} ${lines.length === 1 ? 'memory' : 'memories'}, newest first:`;
      const more = next_cursor === null ? 'That is all.' : `There are more: repeat the call with cursor ${next_cursor}`;
      return [head, ...lines, more].join('\n\n');
    },
  };
}

function toListed(memory: Memory): Listed {
  const {
    id,
    memory: text,
    user_id,
    agent_id,
    run_id,
    metadata,
    status,
    created_at,
    updated_at,
  } = presentMemory(memory);
  return { id, memory: text, user_id, agent_id, run_id, metadata, status, created_at, updated_at };
}
