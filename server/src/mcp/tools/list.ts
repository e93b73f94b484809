import { presentFields } from '../../api/present-fields.ts';
import { presentScope, warningsAbout } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { listMemories } from '../../domain/memories/list-memories.ts';
import type { Memory } from '../../ports/memory.ts';
import { countedMemories, maxTextLength, memoryLines, textNote } from '../result-text.ts';
import { defineTool, namedUser, reads, scopeOf, warningLines } from '../tool.ts';
import * as schema from '../tool-schemas.ts';

const defaultLimit = 20;

export const listTool = defineTool({
  kind: 'list',
  title: 'List memories',
  ...reads,
  describe: (named) =>
    `Lists memories, newest first, by user, project, source, tag or time; all filters given must hold. Use it to see what is stored, to tidy up, or to find the id of a memory. For a question use ${named('search')}. More pages: repeat the call with next_cursor as cursor and the same filters.`,
  input: {
    ...schema.scopeArguments,
    ...schema.narrowingArguments,
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      description: `How many at most; ${defaultLimit} when omitted.`,
    },
    cursor: schema.string('next_cursor of the previous page.', 1_000),
  },
  outputSchema: schema.warnableOf({
    results: schema.listOf({
      ...{ id: schema.text, memory: schema.text, ...schema.scopeFields, metadata: schema.metadata },
      ...{ status: schema.text, created_at: schema.text, updated_at: schema.text, expires_at: schema.nullableText },
    }),
    next_cursor: schema.nullableText,
  }),
  example: { project: 'apollo', tag: 'tea', limit: 10 },

  async run(services: Pick<HttpServices, 'store'>, args, caller) {
    const { limit = defaultLimit, cursor } = args;
    const page = { limit, maxLength: maxTextLength, cursor };
    const { memories, nextCursor } = await listMemories(services.store, { ...scopeOf(caller.account, args), ...page });
    const warnings = await warningsAbout(services.store, namedUser(caller, args.user_id), memories.length === 0);
    return { results: memories.map(toListed), next_cursor: nextCursor, ...warnings };
  },

  toText(page) {
    const { results, next_cursor } = page;
    const lines = memoryLines(results);
    const head = lines.length === 0 ? 'No memories.' : `${countedMemories(lines.length)}, newest first. ${textNote}`;
    const more = next_cursor === null ? 'That is all.' : `There are more: repeat the call with cursor ${next_cursor}`;
    return [head, ...warningLines(page), ...lines, more].join('\n\n');
  },
});

function toListed(memory: Memory) {
  const shown = presentFields(memory, 'metadata', 'status', 'createdAt', 'updatedAt', 'expiresAt');
  return { id: memory.id, memory: memory.text, ...presentScope(memory), ...shown };
}
