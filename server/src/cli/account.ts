import { Argument, Command } from 'commander';
import { listAccounts } from '../domain/accounts/account-records.ts';
import type { Plan } from '../domain/accounts/kinds.ts';
import { createPasswordHasher } from '../domain/accounts/password-hasher.ts';
import { resetPassword } from '../domain/accounts/passwords.ts';
import { planLimits } from '../domain/usage/plans.ts';
import { resumeCommand, showCommand, signOutCommand, suspendCommand } from './account-access.ts';
import { deleteCommand } from './account-delete.ts';
import { limitsCommand, limitsList } from './account-limits.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { presentForOperator, toJson, toTable } from './operator-output.ts';
import { accountDescription, withAccount, withAccountStore } from './with-account.ts';

export function accountCommand(context: CommandContext): Command {
  return new Command('account')
    .summary('list, suspend, delete, set password, plan or limits')
    .description('Manages the accounts in MNEMA_DATA_DIR, also while the server is running.')
    .addCommand(listCommand(context))
    .addCommand(passwordCommand(context))
    .addCommand(planCommand(context))
    .addCommand(limitsCommand(context))
    .addCommand(showCommand(context))
    .addCommand(suspendCommand(context))
    .addCommand(resumeCommand(context))
    .addCommand(signOutCommand(context))
    .addCommand(deleteCommand(context));
}

function listCommand(context: CommandContext): Command {
  return new Command('list')
    .description('Lists all accounts, oldest first.')
    .option('--json', 'print a JSON array instead of a table')
    .action(async ({ json }: { json?: true }) => {
      const found = await withAccountStore(context, ({ records }) => listAccounts(records));
      const accounts = found.map(presentForOperator);
      const rows = accounts.map(({ id, email, phone, plan, created_at, suspended_at }) => {
        const state = suspended_at === null ? plan : `${plan}, suspended`;
        return [email ?? phone ?? '', state, created_at, id];
      });
      context.print(json ? toJson(accounts) : toTable([['ACCOUNT', 'PLAN', 'CREATED', 'ID'], ...rows]));
    });
}

function passwordCommand(context: CommandContext): Command {
  return new Command('password')
    .description(
      'Sets a new password and ends all sessions of the account. Its API keys stay valid unless --revoke-keys is given.',
    )
    .argument('<email>', accountDescription)
    .option('--stdin', 'read the password from standard input instead of generating one')
    .option('--revoke-keys', 'also revoke all API keys of the account')
    .action(async (name: string, { stdin, revokeKeys = false }: { stdin?: true; revokeKeys?: boolean }) => {
      await withAccount(context, name, async ({ id: accountId }, { records, clock, identifiers }) => {
        // The line break belongs to echo and to the Enter key, not to the password.
        const given = stdin ? (await context.readInput()).replace(/\r?\n$/, '') : undefined;
        if (given !== undefined && /[\0\ufffd]/.test(given)) {
          throw new CommandError('The password contains a NUL or is not UTF-8: use a password that can be typed.');
        }
        const passwords = createPasswordHasher({ identifiers });
        const services = { records, clock, identifiers, passwords };
        const password = await resetPassword(services, { accountId, password: given, revokeApiKeys: revokeKeys });
        if (!stdin) context.print(`${password}\n`);
        const what = stdin ? 'The password was set' : 'This is the new password, shown once';
        const ended = revokeKeys ? 'All sessions and API keys' : 'All sessions';
        context.explain(`${what}. ${ended} of ${name} have ended.\n`);
      });
    });
}

function planCommand(context: CommandContext): Command {
  return new Command('plan')
    .description(
      'Changes the plan of an account. A running server applies it within a second; the usage of this month stays.',
    )
    .argument('<email>', accountDescription)
    .addArgument(new Argument('<plan>', 'the plan').choices(Object.keys(planLimits)))
    .action((name: string, plan: Plan) =>
      withAccount(context, name, async ({ id: accountId, plan: before }, { records }) => {
        context.print(limitsList(await records.run(accountId, 'updateAccount', { accountId, changes: { plan } })));
        context.explain(before === plan ? `${name} was already on ${plan}.\n` : `${name} was on ${before} before.\n`);
      }),
    );
}
