import { presentHit } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { searchMemories } from '../../domain/search/search-memories.ts';
import type { Filters } from '../../domain/text/filter-keys.ts';
import { countSearch } from '../../domain/usage/count-search.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { memoryLines, type ShownMemory } from '../memory-lines.ts';
import { listOf, objectOf, outputSchemas, scopeArguments, string } from '../schemas.ts';
import type { Tool, ToolNames } from '../tool.ts';

interface SearchArguments {
  query: string;
  user_id?: string;
  agent_id?: string;
  run_id?: string;
  top_k?: number;
  filters?: Record<string, unknown>;
  threshold?: number;
}

interface Hit extends ShownMemory {
  score: number;
  occurred_at: string;
  created_at: string;
}

interface Found {
  results: Hit[];
  degraded: string[];
  [key: string]: unknown;
}

export function searchTool(
  services: Pick<HttpServices, 'store' | 'rankedSearch' | 'embedder' | 'reranker' | 'clock' | 'usage'>,
  named: ToolNames,
): Tool<SearchArguments, Found> {
  return {
    kind: 'search',
    title: 'Search memories',
    description:
      'Finds memories by meaning and words, best first. Use it at the start of a task and whenever earlier conversations may have settled something: preferences, decisions, names, earlier bugs. Ask a question or describe the context in a sentence. Scores are 0 to 1; from 0.5 on a memory is probably about it. Filter by metadata (project, source, …) to keep topics apart. If something written is not found, leave out user_id, agent_id, run_id or filters that differ from those of the write.',
    scope: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        query: string('Question or context.', { maxLength: 8_000 }),
        ...scopeArguments,
        top_k: { type: 'integer', minimum: 1, maximum: 100, description: 'How many at most; 10 when omitted.' },
        filters: {
          type: 'object',
          maxProperties: 50,
          description: 'Metadata keys and the value of each; of a list of values any may match.',
        },
        threshold: { type: 'number', minimum: 0, maximum: 1, description: 'Least score.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: objectOf({
      results: listOf({
        id: outputSchemas.text,
        memory: outputSchemas.text,
        score: outputSchemas.number,
        user_id: outputSchemas.text,
        agent_id: outputSchemas.nullableText,
        run_id: outputSchemas.nullableText,
        metadata: outputSchemas.metadata,
        occurred_at: outputSchemas.text,
        created_at: outputSchemas.text,
      }),
      degraded: outputSchemas.texts,
    }),
    example: { query: 'How does Ada like her tea?', top_k: 5, filters: { project: 'apollo' } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },

    async run(args, { account, counted }) {
      const filters = checkedFilters(args.filters ?? {});
      const { hits, degraded } = await countSearch(services, account, () =>
        searchMemories(services, {
          accountId: account.id,
          query: args.query,
          userId: args.user_id ?? account.id,
          agentId: args.agent_id,
          runId: args.run_id,
          topK: args.top_k ?? 10,
          filters,
          threshold: args.threshold,
        }),
      );
      counted('memory_search');
      return { results: hits.map((hit) => presentHit(hit) as Hit), degraded };
    },

    toText({ results, degraded }) {
      const lines = results.map((hit, at) =>
        memoryLines(at + 1, hit, [
          `score ${Math.round(hit.score * 1_000) / 1_000}`,
          `written ${hit.created_at}`,
          ...(hit.occurred_at === hit.created_at ? [] : [`happened ${hit.occurred_at}`]),
        ]),
      );
      const missing =
        degraded.length === 0 ? [] : [`Found without ${degraded.join(', ')}: search again later for more.`];
      const nothing = `No memories found. Try other words or fewer filters; ${named('list')} shows what there is.`;
      const count = lines.length === 1 ? '1 memory, ' : `${lines.length} memories, best first`;
      return [lines.length === 0 ? nothing : `${count.replace(/, $/, '')}:`, ...lines, ...missing].join('\n\n');
    },
  };
}

/** As in the contract. */
const maxFilterValues = 1_000;

/** Clients can't be told by schema in a way that all of them read. @throws {DomainError} `invalid_request` */
function checkedFilters(filters: Record<string, unknown>): Filters {
  const wrong = Object.entries(filters).flatMap(([key, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isGood =
      values.length > 0 &&
      values.length <= maxFilterValues &&
      values.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
    return isGood ? [] : [key];
  });
  if (wrong.length > 0) {
    throw invalidRequest(
      ...wrong.map((key) => ({
        path: `/filters/${key.slice(0, 100)}`,
        message: 'must be a string, a number, a boolean, or an array of 1 to 1,000 of these',
      })),
    );
  }
  return filters as Filters;
}
