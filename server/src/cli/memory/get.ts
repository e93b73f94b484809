import { Command } from 'commander';
import { escapeInvisible } from '../../lib/escape-invisible.ts';
import type { CommandContext } from '../command-context.ts';
import { toJson } from '../operator-output.ts';
import { withClient } from './with-client.ts';

export function getCommand(context: CommandContext): Command {
  return new Command('get')
    .description('Prints the text of a memory.')
    .argument('<id>', 'id of the memory')
    .option('--json', 'print the memory as JSON, with all of its fields')
    .action((id: string, { json }: { json?: true }) =>
      withClient(context, async (client) => {
        const memory = await client.get(id);
        context.print(json ? toJson(memory) : escapeLines(memory.memory));
      }),
    );
}

/** Keeps the lines of a text. Other invisible characters are escaped, because a terminal would obey them. */
export function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `${escapeInvisible(line)}\n`)
    .join('');
}
