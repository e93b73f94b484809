import type { Memory } from '@mnema/sdk';
import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { toJson, toTable } from '../operator-output.ts';
import { addScopeOptions, type ScopeFlags, toNumber, toScope } from './scope-options.ts';
import { toPreview } from './to-preview.ts';
import { withClient } from './with-client.ts';

interface ListFlags extends ScopeFlags {
  limit: number;
  json?: true;
}

/** The maximum of a page. */
const pageSize = 100;

export function listCommand(context: CommandContext): Command {
  return addScopeOptions(new Command('list'))
    .description('Lists memories, newest first.')
    .option('--limit <number>', 'maximum number of memories', toNumber, 20)
    .option('--json', 'print a JSON array, with whole texts')
    .action(({ limit, json, ...scope }: ListFlags) =>
      withClient(context, async (client) => {
        const memories: Memory[] = [];
        for await (const memory of client.list({ ...toScope(scope), limit: Math.min(limit, pageSize) })) {
          memories.push(memory);
          if (memories.length >= limit) break;
        }
        if (json) return context.print(toJson(memories));
        if (memories.length === 0) return context.explain('No memory found.\n');
        const rows = memories.map(({ created_at, status, id, memory }) => [created_at, status, id, toPreview(memory)]);
        context.print(toTable([['WRITTEN', 'STATUS', 'ID', 'MEMORY'], ...rows]));
      }),
    );
}
