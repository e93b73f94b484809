import type { Account, AccountStore } from '../ports/account-store.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** @param name - e-mail, or phone beginning with + @throws {CommandError} */
export async function findAccount(context: CommandContext, store: AccountStore, name: string): Promise<Account> {
  const credentials = await store.findCredentials(name.startsWith('+') ? { phone: name } : { email: name });
  if (credentials) return credentials.account;
  throw new CommandError(`There is no account ${name}. List those there are: ${context.programName} account list`);
}
