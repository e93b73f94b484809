import { Command } from 'commander';
import { beginDeletion } from '../domain/accounts/account-deletions.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { accountDescription, withAccount } from './with-account.ts';

export function deleteCommand(context: CommandContext): Command {
  return new Command('delete')
    .description(
      'Deletes an account and all its data, which cannot be undone. Its sessions and API keys end within a second. A running server removes the rest within a minute and logs a receipt; otherwise the next one does.',
    )
    .argument('<email>', accountDescription)
    .option('--yes', 'delete it; without this option the command only shows what it would delete')
    .action((name: string, { yes }: { yes?: true }) =>
      withAccount(context, name, async ({ id: accountId }, services) => {
        if (!yes) {
          throw new CommandError(`This deletes ${name} (${accountId}) with all its memories. Add --yes to delete it.`);
        }
        const begun = await beginDeletion(services, accountId);
        if (!begun) throw new CommandError(`${name} is already being deleted.`);
        const { deletionId, counts } = begun;
        context.print(`${deletionId}\n`);
        context.explain(
          `${name} no longer has access. ${counts.memories} memories and ${counts.requests} requests of the log are being removed.\n`,
        );
      }),
    );
}
