import { Command } from 'commander';
import { beginDeletion } from '../domain/accounts/delete-account.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { accountDescription, withAccount } from './with-account.ts';

export function deleteCommand(context: CommandContext): Command {
  return new Command('delete')
    .description(
      'Deletes an account and everything of it, which cannot be undone. Its sessions and API keys end within a second. A running server removes the rest within a minute, otherwise the next one does, and logs a receipt.',
    )
    .argument('<e-mail>', accountDescription)
    .option('--yes', 'delete it; without this option the command only says what it would delete')
    .action((name: string, { yes }: { yes?: true }) =>
      withAccount(context, name, async ({ id: accountId }, services) => {
        if (!yes) {
          throw new CommandError(`This deletes ${name} (${accountId}) with all its memories. Add --yes to do it.`);
        }
        const begun = await beginDeletion(services, accountId);
        if (!begun) throw new CommandError(`${name} is being deleted already.`);
        const { deletionId, counts } = begun;
        context.print(`${deletionId}\n`);
        context.explain(
          `${name} has no access any more. ${counts.memories} memories and ${counts.requests} requests of the log are being removed.\n`,
        );
      }),
    );
}
