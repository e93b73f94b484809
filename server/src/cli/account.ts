import { Argument, Command } from 'commander';
import { presentAccount } from '../api/present-account.ts';
import { createPasswordHasher } from '../domain/accounts/password-hasher.ts';
import { resetPassword } from '../domain/accounts/reset-password.ts';
import { setPlan } from '../domain/accounts/set-plan.ts';
import { limitsOf, planLimits } from '../domain/usage/plans.ts';
import type { Account, Plan } from '../ports/account-store.ts';
import { limitsCommand, limitsList } from './account-limits.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { withAccount, withAccountStore } from './with-account.ts';

export function accountCommand(context: CommandContext): Command {
  return new Command('account')
    .summary('list accounts, set a password, plan or limits')
    .description('Looks after the accounts in MNEMA_DATA_DIR. The server may be running meanwhile.')
    .addCommand(listCommand(context))
    .addCommand(passwordCommand(context))
    .addCommand(planCommand(context))
    .addCommand(limitsCommand(context));
}

function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('Lists all accounts, oldest first.')
    .option('--json', 'print a JSON array instead of a table')
    .action(async ({ json }: { json?: true }) => {
      const found = await withAccountStore(context, ({ store }) => store.findAccounts());
      const accounts = found.map(({ account }) => account);
      context.print(json ? `${JSON.stringify(accounts.map(presented), null, 2)}\n` : table(accounts));
    });
}

function passwordCommand(context: CommandContext): Command {
  return new Command('password')
    .description('Sets a new password and ends all sessions of the account. Its API keys stay valid.')
    .argument('<e-mail>', 'e-mail or phone number of the account')
    .option('--stdin', 'take the password from standard input instead of making one up')
    .action(async (name: string, { stdin }: { stdin?: true }) => {
      await withAccount(context, name, async ({ id: accountId }, { store, identifiers }) => {
        // The line break belongs to echo and to the Enter key, not to the password.
        const given = stdin ? (await context.readInput()).replace(/\r?\n$/, '') : undefined;
        if (given !== undefined && /[\0\ufffd]/.test(given)) {
          throw new CommandError('The password holds a NUL or is not UTF-8: nobody could type it again.');
        }
        const passwords = createPasswordHasher({ identifiers });
        const password = await resetPassword({ store, identifiers, passwords }, { accountId, password: given });
        if (!stdin) context.print(`${password}\n`);
        const what = stdin ? 'The password was set' : 'This is the new password, shown once';
        context.explain(`${what}. All sessions of ${name} have ended.\n`);
      });
    });
}

function planCommand(context: CommandContext): Command {
  return new Command('plan')
    .description(
      'Puts an account on another plan. A running server knows within a second; what was used this month stays used.',
    )
    .argument('<e-mail>', 'e-mail or phone number of the account')
    .addArgument(new Argument('<plan>', 'the plan').choices(Object.keys(planLimits)))
    .action((name: string, plan: Plan) =>
      withAccount(context, name, async ({ id: accountId, plan: before }, { store }) => {
        context.print(limitsList(await setPlan({ store }, { accountId, plan })));
        context.explain(before === plan ? `${name} was on ${plan} already.\n` : `${name} was on ${before} before.\n`);
      }),
    );
}

function presented(account: Account) {
  const { created_at, ...fields } = presentAccount(account);
  const { memoryWrites, memorySearches, endUsers } = limitsOf(account);
  const limits = { memory_write: memoryWrites, memory_search: memorySearches, end_users: endUsers };
  return { ...fields, limits, created_at };
}

function table(accounts: readonly Account[]): string {
  const rows = [
    ['ACCOUNT', 'PLAN', 'CREATED', 'ID'],
    ...accounts
      .map(presented)
      .map(({ id, email, phone, plan, created_at }) => [email ?? phone ?? '', plan, created_at, id]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}
