import type { Account, AccountStore } from '../ports/account-store.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** @param name - e-mail, or phone beginning with + @throws {CommandError} */
export async function findAccount(context: CommandContext, store: AccountStore, name: string): Promise<Account> {
  const [found] = await store.findAccounts(name.startsWith('+') ? { phone: name } : { email: name });
  if (found) return found.account;
  throw new CommandError(`There is no account ${name}. List those there are: ${context.programName} account list`);
}
