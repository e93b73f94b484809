import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { toJson, toTable } from '../operator-output.ts';
import { addScopeOptions, type ScopeFlags, toNumber, toScope } from './scope-options.ts';
import { toPreview } from './to-preview.ts';
import { withClient } from './with-client.ts';

interface SearchFlags extends ScopeFlags {
  topK?: number;
  threshold?: number;
  json?: true;
}

export function searchCommand(context: CommandContext): Command {
  return addScopeOptions(new Command('search'))
    .description('Finds memories by semantic and keyword search, best first.')
    .argument('<query>', 'question or description, in plain language')
    .option('--top-k <number>', 'maximum number of results, 1 to 100 (default: 10)', toNumber)
    .option('--threshold <score>', 'only results with at least this score, 0 to 1', toNumber)
    .option('--json', 'print the response as JSON, with whole texts')
    .action((query: string, { topK, threshold, json, ...scope }: SearchFlags) =>
      withClient(context, async (client) => {
        const found = await client.search(query, {
          ...toScope(scope),
          ...(topK === undefined ? {} : { top_k: topK }),
          ...(threshold === undefined ? {} : { threshold }),
        });
        if (json) return context.print(toJson(found));
        for (const signal of found.degraded) context.explain(`Not available for this search: ${signal}.\n`);
        if (found.results.length === 0) return context.explain('No memory found.\n');
        const rows = found.results.map(({ score, id, memory }) => [score.toFixed(2), id, toPreview(memory)]);
        context.print(toTable([['SCORE', 'ID', 'MEMORY'], ...rows]));
      }),
    );
}
