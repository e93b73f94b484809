import type { Command } from 'commander';
import type { OpenAccountStore } from '../app/services.ts';
import { findAccount } from '../domain/accounts/account-records.ts';
import type { Account, Identifier } from '../domain/accounts/kinds.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** The account of a command, as it was typed and as it is stored. */
interface OfAccount extends OpenAccountStore {
  name: string;
  account: Account;
  accountId: string;
  context: CommandContext;
}

export interface AccountCommand {
  description: string;
  build?(command: Command): void;
  /** @param rest the arguments after the account, and the options */
  run(of: OfAccount, ...rest: never[]): Promise<void>;
}

/** Adds commands for one account. Its id is for an email that cannot be typed. */
export function addAccountCommands(
  parent: Command,
  context: CommandContext,
  commands: Record<string, AccountCommand>,
): Command {
  for (const [title, { description, build, run }] of Object.entries(commands)) {
    const command = parent
      .command(title)
      .description(description)
      .argument('<email>', 'email, phone number or id of the account')
      .action((name: string, ...rest: unknown[]) =>
        withAccountStore(context, async (opened) => {
          const account = await findAccount(opened.records, referenceOf(name));
          if (account) return run({ ...opened, name, account, accountId: account.id, context }, ...(rest as never[]));
          throw new CommandError(`There is no account ${name}. List them: ${context.programName} account list`);
        }),
      );
    build?.(command);
  }
  return parent;
}

export async function withAccountStore<Result>(
  context: CommandContext,
  work: (opened: OpenAccountStore) => Promise<Result>,
): Promise<Result> {
  const { openAccountStore } = await context.loadServices();
  // A command prints for people. Log lines of its events are only for a collector.
  const logs = !context.isTerminal && context.readEnvironment()['MNEMA_LOG_LEVEL'] !== undefined;
  const opened = await openAccountStore(context.readConfig(), { logs });
  context.explain(`Store: ${opened.storeName}\n`);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** @param name email, phone beginning with +, or id */
export function referenceOf(name: string): { id: string } | Identifier {
  if (name.startsWith('+')) return { phone: name };
  return name.includes('@') ? { email: name } : { id: name };
}
