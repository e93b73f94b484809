import { Command, InvalidArgumentError } from 'commander';
import { largestLimit, limitRule, setLimits } from '../domain/accounts/plan-settings.ts';
import { limitsOf } from '../domain/usage/plans.ts';
import type { Account, AccountStore, CustomLimits } from '../ports/account-store.ts';
import { DomainError } from '../ports/errors.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { withAccount } from './with-account.ts';

/** Commander regards null as a missing value. */
type GivenLimit = number | 'unlimited';

interface LimitOptions {
  writes?: GivenLimit;
  searches?: GivenLimit;
  endUsers?: GivenLimit;
}

export function limitsCommand(context: CommandContext): Command {
  return new Command('limits')
    .description(
      'Prints the limits of an account. With options, sets those agreed for it, which only the enterprise plan has; limits left out stay. A running server knows within a second.',
    )
    .argument('<e-mail>', 'e-mail or phone number of the account')
    .option('--writes <n|null>', 'writes and updates a month; null: no limit', parseLimit)
    .option('--searches <n|null>', 'searches a month; null: no limit', parseLimit)
    .option('--end-users <n|null>', 'distinct user_ids beside the account itself; null: no limit', parseLimit)
    .action((name: string, options: LimitOptions) =>
      withAccount(context, name, async (account, { store }) => {
        const limits = toLimits(options);
        const changed = Object.keys(limits).length > 0;
        context.print(limitsList(changed ? await change(context, store, account, name, limits) : account));
      }),
    );
}

/** Lists the limits of an account, one a line. */
export function limitsList(account: Account): string {
  const { memoryWrites, memorySearches, endUsers } = limitsOf(account);
  return [
    `plan           ${account.plan}`,
    `memory_write   ${memoryWrites === null ? 'unlimited' : `${memoryWrites} a month`}`,
    `memory_search  ${memorySearches === null ? 'unlimited' : `${memorySearches} a month`}`,
    `end_users      ${endUsers ?? 'unlimited'}\n`,
  ].join('\n');
}

async function change(
  { programName }: CommandContext,
  store: AccountStore,
  { id }: Account,
  name: string,
  limits: Partial<CustomLimits>,
): Promise<Account> {
  try {
    return await setLimits({ store }, { accountId: id, limits });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    throw new CommandError(`${error.message} Change the plan first: ${programName} account plan ${name} enterprise`);
  }
}

function toLimits({ writes, searches, endUsers }: LimitOptions): Partial<CustomLimits> {
  return {
    ...(writes === undefined ? {} : { memoryWrites: toLimit(writes) }),
    ...(searches === undefined ? {} : { memorySearches: toLimit(searches) }),
    ...(endUsers === undefined ? {} : { endUsers: toLimit(endUsers) }),
  };
}

function toLimit(given: GivenLimit): number | null {
  return given === 'unlimited' ? null : given;
}

/** Parses a limit. Commander adds the option and its value to the error. */
function parseLimit(text: string): GivenLimit {
  if (text === 'null') return 'unlimited';
  const limit = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit <= largestLimit)) throw new InvalidArgumentError(`Use ${limitRule}.`);
  return limit;
}
