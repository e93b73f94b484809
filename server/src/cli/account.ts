import { Argument, Command, InvalidArgumentError } from 'commander';
import { beginDeletion } from '../domain/accounts/account-deletions.ts';
import { listAccounts } from '../domain/accounts/account-records.ts';
import { largestLimit, limitRule, setLimits, setSuspended } from '../domain/accounts/account-settings.ts';
import type { Account, CustomLimits, Plan } from '../domain/accounts/kinds.ts';
import { createPasswordHasher, resetPassword } from '../domain/accounts/passwords.ts';
import { limitsOf, planLimits } from '../domain/usage/quota.ts';
import { DomainError } from '../ports/errors.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { keyState, readKeys } from './key.ts';
import { presentForOperator, toJson, toTable, toTime } from './operator-output.ts';
import { type AccountCommand, addAccountCommands, withAccountStore } from './with-account.ts';

export function accountCommand(context: CommandContext): Command {
  const command = new Command('account')
    .summary('list, suspend, delete, set password, plan or limits')
    .description('Manages the accounts in MNEMA_DATA_DIR, also while the server is running.');
  command
    .command('list')
    .description('Lists all accounts, oldest first.')
    .option('--json', 'print a JSON array instead of a table')
    .action(async ({ json }: { json?: true }) => {
      const found = await withAccountStore(context, ({ records }) => listAccounts(records));
      const accounts = found.map(presentForOperator);
      const rows = accounts.map(({ id, email, phone, plan, created_at, suspended_at }) => {
        const state = suspended_at === null ? plan : `${plan}, suspended`;
        return [email ?? phone ?? '', state, toTime(context, created_at), id];
      });
      context.print(json ? toJson(accounts) : toTable(context, rows, ['ACCOUNT', 'PLAN', 'CREATED', 'ID']));
    });
  return addAccountCommands(command, context, commands);
}

const commands: Record<string, AccountCommand> = {
  password: {
    description:
      'Sets a new password and ends all sessions of the account. Its API keys stay valid unless --revoke-keys is given.',
    build: (command) =>
      command
        .option('--stdin', 'read the password from standard input instead of generating one')
        .option('--revoke-keys', 'also revoke all API keys of the account'),
    async run(
      { name, accountId, context, ...opened },
      { stdin, revokeKeys = false }: { stdin?: true; revokeKeys?: boolean },
    ) {
      // The line break belongs to echo and to the Enter key, not to the password.
      const given = stdin ? (await context.readInput()).replace(/\r?\n$/, '') : undefined;
      if (given !== undefined && /[\0\ufffd]/.test(given)) {
        throw new CommandError('The password contains a NUL or is not UTF-8: use a password that can be typed.');
      }
      const services = { ...opened, passwords: createPasswordHasher(opened) };
      const password = await resetPassword(services, { accountId, password: given, revokeApiKeys: revokeKeys });
      if (!stdin) context.print(`${password}\n`);
      const what = stdin ? 'The password was set' : 'This is the new password, shown once';
      const ended = revokeKeys ? 'All sessions and API keys' : 'All sessions';
      context.explain(`${what}. ${ended} of ${name} have ended.\n`);
    },
  },

  plan: {
    description:
      'Changes the plan of an account. A running server applies it within a second; the usage of this month stays.',
    build: (command) => command.addArgument(new Argument('<plan>', 'the plan').choices(Object.keys(planLimits))),
    async run({ name, account, accountId, records, context }, plan: Plan) {
      context.print(
        limitsList(context, await records.run(accountId, 'updateAccount', { accountId, changes: { plan } })),
      );
      const before = account.plan;
      context.explain(before === plan ? `${name} was already on ${plan}.\n` : `${name} was on ${before} before.\n`);
    },
  },

  limits: {
    description:
      'Prints the limits of an account. With options, sets custom limits, which only the enterprise plan has; omitted limits stay unchanged. A running server applies them within a second.',
    build(command) {
      for (const [flag, what, name] of limitOptions) {
        command.option(`--${flag} <n|null>`, `${what}; null: no limit`, parserOf(name));
      }
    },
    async run({ name, account, accountId, context, ...opened }, options: Record<string, Partial<CustomLimits>>) {
      const limits: Partial<CustomLimits> = Object.assign({}, ...Object.values(options));
      if (Object.keys(limits).length === 0) return context.print(limitsList(context, account));
      try {
        context.print(limitsList(context, await setLimits(opened, { accountId, limits })));
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
        const fix = `Change the plan first: ${context.programName} account plan ${name} enterprise`;
        throw new CommandError(`${error.message} ${fix}`);
      }
    },
  },

  show: {
    description: 'Shows an account: its plan and limits, whether it is suspended, the number of its API keys.',
    build: (command) => command.option('--json', 'print a JSON object instead of a table'),
    async run({ account, accountId, records, clock, context }, { json }: { json?: true }) {
      const now = clock.now();
      const keys = await readKeys(records, accountId);
      const live = keys.filter((key) => keyState(key, now) === 'live').length;
      const ended = keys.length - live;
      const shown = presentForOperator(account);
      const { email, phone, id, created_at, suspended_at, plan, limits } = shown;
      if (json) return context.print(toJson({ ...shown, api_keys: { live, ended } }));
      const rows = [
        ['account', email ?? phone ?? ''],
        ['id', id],
        ['created', created_at],
        ['state', suspended_at === null ? 'active' : `suspended since ${suspended_at}`],
        ['plan', plan],
        ...Object.entries(limits).map(([limit, value]) => [limit, String(value ?? 'unlimited')]),
        ['API keys', `${live} live, ${ended} revoked or expired`],
      ];
      context.print(toTable(context, rows));
    },
  },

  suspend: {
    description:
      'Rejects every request of an account with 403 account_suspended, within a second. Its sessions, API keys and memories stay, and pending memories become ready.',
    async run({ name, account, accountId, context, ...opened }) {
      await setSuspended(opened, { accountId, suspended: true });
      const hint = `${name} is suspended. Resume it: ${context.programName} account resume ${name}\n`;
      context.explain(account.suspendedAt === null ? hint : `${name} was already suspended.\n`);
    },
  },

  resume: {
    description: 'Makes a suspended account usable again within a second, with its sessions and API keys.',
    async run({ name, account, accountId, context, ...opened }) {
      await setSuspended(opened, { accountId, suspended: false });
      context.explain(account.suspendedAt === null ? `${name} was not suspended.\n` : `${name} can be used again.\n`);
    },
  },

  'sign-out': {
    description: 'Ends all sessions of an account, within a second. Its password and its API keys stay valid.',
    async run({ name, accountId, records, context }) {
      await records.run(accountId, 'deleteTokens', { accountId });
      context.explain(`All sessions of ${name} have ended.\n`);
    },
  },

  delete: {
    description:
      'Deletes an account and all its data, which cannot be undone. Its sessions and API keys end within a second. A running server removes the rest within a minute and logs a receipt; otherwise the next one does.',
    build: (command) =>
      command.option('--yes', 'delete it; without this option the command only shows what it would delete'),
    async run({ name, accountId, context, ...services }, { yes }: { yes?: true }) {
      if (!yes) {
        throw new CommandError(`This deletes ${name} (${accountId}) with all its memories. Add --yes to delete it.`);
      }
      const begun = await beginDeletion(services, accountId);
      if (!begun) throw new CommandError(`${name} is already being deleted.`);
      const { memories, requests } = begun.counts;
      context.print(`${begun.deletionId}\n`);
      const rest = `${memories} memories and ${requests} requests of the log are being removed`;
      context.explain(`${name} no longer has access. ${rest}.\n`);
    },
  },
};

const limitOptions = [
  ['writes', 'writes and updates a month', 'memoryWrites'],
  ['searches', 'searches a month', 'memorySearches'],
  ['end-users', 'distinct user_ids besides the account itself', 'endUsers'],
] as const;

/** Returns the parser of an option, whose value is a limit by its name. Commander adds the option to an error. */
function parserOf(name: keyof CustomLimits): (text: string) => Partial<CustomLimits> {
  return (text) => {
    const limit = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
    if (text !== 'null' && !(limit <= largestLimit)) throw new InvalidArgumentError(`Use ${limitRule}.`);
    return { [name]: text === 'null' ? null : limit };
  };
}

function limitsList(context: CommandContext, account: Account): string {
  const { memoryWrites, memorySearches, endUsers } = limitsOf(account);
  return toTable(context, [
    ['plan', account.plan],
    ['memory_write', memoryWrites === null ? 'unlimited' : `${memoryWrites} a month`],
    ['memory_search', memorySearches === null ? 'unlimited' : `${memorySearches} a month`],
    ['end_users', String(endUsers ?? 'unlimited')],
  ]);
}
