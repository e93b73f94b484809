import { Command } from 'commander';
import type { OpenAccountStore } from '../app/services.ts';
import { findAccount, type Identifier } from '../domain/accounts/account-records.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** Opens the accounts of the configured store while `work` runs. */
export async function withAccountStore<Result>(
  context: CommandContext,
  work: (opened: OpenAccountStore) => Promise<Result>,
): Promise<Result> {
  const { openAccountStore } = await context.loadServices();
  // At a terminal, a remark replaces the line of the log.
  const opened = await openAccountStore(context.readConfig(), { logs: !context.isTerminal });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Returns a command for one account. Its id is for an email that cannot be typed. */
export function commandOfAccount(name: string): Command {
  return new Command(name).argument('<email>', 'email, phone number or id of the account');
}

/**
 * Opens the accounts and finds one.
 * @param name email, phone beginning with +, or id
 * @throws {CommandError}
 */
export function withAccount(
  context: CommandContext,
  name: string,
  work: (account: Account, opened: OpenAccountStore) => Promise<void>,
): Promise<void> {
  return withAccountStore(context, async (opened) => {
    const found = await findAccount(opened.records, referenceOf(name));
    if (found) return work(found, opened);
    throw new CommandError(`There is no account ${name}. List them: ${context.programName} account list`);
  });
}

function referenceOf(name: string): { id: string } | Identifier {
  if (name.startsWith('+')) return { phone: name };
  return name.includes('@') ? { email: name } : { id: name };
}
