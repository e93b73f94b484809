import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { toJson } from '../operator-output.ts';
import { withClient } from './with-client.ts';

export function deleteCommand(context: CommandContext): Command {
  return new Command('delete')
    .description('Deletes a memory with all of its versions, permanently.')
    .argument('<id>', 'id of the memory')
    .option('--json', 'print the response as JSON')
    .action((id: string, { json }: { json?: true }) =>
      withClient(context, async (client) => {
        const deleted = await client.delete(id);
        if (json) context.print(toJson(deleted));
        else context.explain(`Deleted ${deleted.id}.\n`);
      }),
    );
}
