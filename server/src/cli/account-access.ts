import { Command } from 'commander';
import { setSuspended } from '../domain/accounts/account-settings.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import type { CommandContext } from './command-context.ts';
import { keyState, readKeys } from './key-list.ts';
import { presentForOperator, toJson, toTable } from './operator-output.ts';
import { accountDescription, withAccount } from './with-account.ts';

export function showCommand(context: CommandContext): Command {
  return new Command('show')
    .description('Shows an account: its plan and limits, whether it is suspended, the number of its API keys.')
    .argument('<email>', accountDescription)
    .option('--json', 'print a JSON object instead of a table')
    .action((name: string, { json }: { json?: true }) =>
      withAccount(context, name, async (account, { records, clock }) => {
        const now = clock.now();
        const states = (await readKeys(records, account.id)).map((key) => keyState(key, now));
        const live = states.filter((state) => state === 'live').length;
        const shown = { ...presentForOperator(account), api_keys: { live, ended: states.length - live } };
        context.print(json ? toJson(shown) : toTable(rowsOf(shown)));
      }),
    );
}

type Shown = ReturnType<typeof presentForOperator> & { api_keys: { live: number; ended: number } };

function rowsOf({ limits, api_keys, suspended_at, ...shown }: Shown): string[][] {
  const limitOf = (limit: number | null) => (limit === null ? 'unlimited' : String(limit));
  return [
    ['account', shown.email ?? shown.phone ?? ''],
    ['id', shown.id],
    ['created', shown.created_at],
    ['state', suspended_at === null ? 'active' : `suspended since ${suspended_at}`],
    ['plan', shown.plan],
    ['memory_write', limitOf(limits.memory_write)],
    ['memory_search', limitOf(limits.memory_search)],
    ['end_users', limitOf(limits.end_users)],
    ['API keys', `${api_keys.live} live, ${api_keys.ended} revoked or expired`],
  ];
}

export function suspendCommand(context: CommandContext): Command {
  return new Command('suspend')
    .description(
      'Rejects every request of an account with 403 account_suspended, within a second. Its sessions, API keys and memories stay, and pending memories become ready.',
    )
    .argument('<email>', accountDescription)
    .action((name: string) =>
      changeSuspension(context, name, true, (before) =>
        before.suspendedAt === null
          ? `${name} is suspended. Resume it: ${context.programName} account resume ${name}\n`
          : `${name} was already suspended.\n`,
      ),
    );
}

export function resumeCommand(context: CommandContext): Command {
  return new Command('resume')
    .description('Makes a suspended account usable again within a second, with its sessions and API keys.')
    .argument('<email>', accountDescription)
    .action((name: string) =>
      changeSuspension(context, name, false, (before) =>
        before.suspendedAt === null ? `${name} was not suspended.\n` : `${name} can be used again.\n`,
      ),
    );
}

function changeSuspension(
  context: CommandContext,
  name: string,
  suspended: boolean,
  remark: (before: Account) => string,
): Promise<void> {
  return withAccount(context, name, async (account, services) => {
    await setSuspended(services, { accountId: account.id, suspended });
    context.explain(remark(account));
  });
}

export function signOutCommand(context: CommandContext): Command {
  return new Command('sign-out')
    .description('Ends all sessions of an account, within a second. Its password and its API keys stay valid.')
    .argument('<email>', accountDescription)
    .action((name: string) =>
      withAccount(context, name, async ({ id: accountId }, { records }) => {
        await records.run(accountId, 'deleteTokens', { accountId });
        context.explain(`All sessions of ${name} have ended.\n`);
      }),
    );
}
