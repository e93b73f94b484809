import { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addCommand } from './memory/add.ts';
import { deleteCommand } from './memory/delete.ts';
import { getCommand } from './memory/get.ts';
import { listCommand } from './memory/list.ts';
import { profileCommand } from './memory/profile.ts';
import { searchCommand } from './memory/search.ts';

export function memoryCommand(context: CommandContext): Command {
  return new Command('memory')
    .summary('write and find memories')
    .description(
      'Writes, finds and deletes memories of a running server. MNEMA_API_KEY selects the account, MNEMA_BASE_URL the server.',
    )
    .addCommand(addCommand(context))
    .addCommand(searchCommand(context))
    .addCommand(listCommand(context))
    .addCommand(getCommand(context))
    .addCommand(deleteCommand(context))
    .addCommand(profileCommand(context));
}
