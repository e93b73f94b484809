import { presentHit, warningsAbout } from '../../api/present-memory.ts';
import type { SearchServices } from '../../api/services.ts';
import { searchMemories } from '../../domain/search/search-memories.ts';
import { type Filters, isFilterValue } from '../../domain/text/memory-index.ts';
import { countSearch } from '../../domain/usage/quota.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { countedMemories, maxTextLength, memoryLines, textNote } from '../result-text.ts';
import { defineTool, namedUser, reads, scopeOf, warningLines } from '../tool.ts';
import * as schema from '../tool-schemas.ts';

const maxFilterValues = 1_000;

export const searchTool = defineTool({
  kind: 'search',
  title: 'Search memories',
  ...reads,
  describe: () =>
    'Finds memories by semantic and keyword search, best first. Use it at the start of a task and whenever earlier conversations may have settled something: preferences, decisions, names, earlier bugs. Ask a question or describe the context in a sentence. Scores are 0 to 1; from 0.5 on a memory is probably about it. Filter by metadata (project, source, …) to keep topics apart. If something written is not found, leave out user_id, agent_id, run_id or filters that differ from those of the write.',
  input: {
    query: schema.string('Question or context.', 8_000),
    ...schema.scopeArguments,
    top_k: { type: 'integer', minimum: 1, maximum: 100, description: 'How many at most; 10 when omitted.' },
    filters: {
      ...schema.openObject(
        'Metadata, also other keys: a value, or a list of values of which one matches.',
        schema.briefFields,
      ),
      maxProperties: 50,
    },
    threshold: { type: 'number', minimum: 0, maximum: 1, description: 'Minimum score.' },
  },
  required: ['query'],
  outputSchema: schema.warnableOf({
    results: schema.listOf({
      ...{ id: schema.text, memory: schema.text, score: schema.number, ...schema.scopeFields },
      ...{ metadata: schema.metadata, occurred_at: schema.text, created_at: schema.text },
      expires_at: schema.nullableText,
    }),
    degraded: schema.texts,
  }),
  example: { query: 'How does Ada like her tea?', top_k: 5, filters: { project: 'apollo' } },

  async run(services: SearchServices, args, caller) {
    const { account, counted } = caller;
    const { query, top_k: topK = 10, filters = {}, threshold } = args;
    const limits = { topK, maxLength: maxTextLength, threshold };
    const search = { ...scopeOf(account, args), query, filters: checkedFilters(filters), ...limits };
    const { hits, degraded } = await countSearch(services, account, () => searchMemories(services, search));
    counted('memory_search');
    const user = { ...namedUser(caller, args.user_id), filters: search.filters };
    const warnings = await warningsAbout(services.store, user, hits.length === 0);
    return { results: hits.map(presentHit), degraded, ...warnings };
  },

  toText(found, named) {
    const { results, degraded } = found;
    const lines = memoryLines(results);
    const head =
      lines.length === 0
        ? `No memories found. Try other words or fewer filters; ${named('list')} shows the stored memories.`
        : `${countedMemories(lines.length)}${lines.length === 1 ? '' : ', best first'}. ${textNote}`;
    const isFull = results.reduce((length, { memory }) => length + memory.length, 0) >= maxTextLength;
    const cut = isFull ? ['No more texts fit in the result. Narrow the search to find others.'] : [];
    const missing =
      degraded.length === 0 ? [] : [`Searched without ${degraded.join(', ')}. Search again later for more.`];
    return [head, ...warningLines(found), ...lines, ...cut, ...missing].join('\n\n');
  },
});

/** Not all clients would read a schema of filters. @throws {DomainError} `invalid_request` */
function checkedFilters(filters: Record<string, unknown>): Filters {
  const wrong = Object.entries(filters).filter(([, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.length === 0 || values.length > maxFilterValues || !values.every(isFilterValue);
  });
  if (wrong.length === 0) return filters as Filters;
  const message = 'must be a string, a number, a boolean, or an array of 1 to 1,000 of these';
  throw invalidRequest(...wrong.map(([key]) => ({ path: `/filters/${key.slice(0, 100)}`, message })));
}
