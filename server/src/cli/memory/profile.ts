import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { toJson } from '../operator-output.ts';
import { escapeLines } from './get.ts';
import { addScopeOptions, type ScopeFlags, toNumber, toScope } from './scope-options.ts';
import { withClient } from './with-client.ts';

interface ProfileFlags extends Omit<ScopeFlags, 'runId'> {
  maxCharacters?: number;
  json?: true;
}

export function profileCommand(context: CommandContext): Command {
  return addScopeOptions(new Command('profile'), { without: ['run-id'] })
    .description('Prints a summary of the memories, to paste into a prompt.')
    .option('--max-characters <number>', 'maximum length of the summary, 200 to 20,000 (default: 2,000)', toNumber)
    .option('--json', 'print the whole profile as JSON')
    .action(({ maxCharacters, json, ...scope }: ProfileFlags) =>
      withClient(context, async (client) => {
        const limit = maxCharacters === undefined ? {} : { max_characters: maxCharacters };
        const profile = await client.profile({ ...toScope(scope), ...limit });
        if (json) return context.print(toJson(profile));
        if (profile.summary === '') return context.explain('No memory found.\n');
        context.print(escapeLines(profile.summary));
      }),
    );
}
