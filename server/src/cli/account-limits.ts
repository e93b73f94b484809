import { Command, InvalidArgumentError } from 'commander';
import type { AccountRecords } from '../domain/accounts/account-records.ts';
import { largestLimit, limitRule, setLimits } from '../domain/accounts/account-settings.ts';
import type { Account, CustomLimits } from '../domain/accounts/kinds.ts';
import { limitsOf } from '../domain/usage/plans.ts';
import { DomainError } from '../ports/errors.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { accountDescription, withAccount } from './with-account.ts';

export function limitsCommand(context: CommandContext): Command {
  return new Command('limits')
    .description(
      'Prints the limits of an account. With options, sets custom limits, which only the enterprise plan has; omitted limits stay unchanged. A running server applies them within a second.',
    )
    .argument('<email>', accountDescription)
    .option('--writes <n|null>', 'writes and updates a month; null: no limit', parserOf('memoryWrites'))
    .option('--searches <n|null>', 'searches a month; null: no limit', parserOf('memorySearches'))
    .option(
      '--end-users <n|null>',
      'distinct user_ids besides the account itself; null: no limit',
      parserOf('endUsers'),
    )
    .action((name: string, options: Record<string, Partial<CustomLimits>>) =>
      withAccount(context, name, async (account, { records }) => {
        const limits: Partial<CustomLimits> = Object.assign({}, ...Object.values(options));
        const changed = Object.keys(limits).length > 0;
        context.print(limitsList(changed ? await change(context, records, account, name, limits) : account));
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
  records: AccountRecords,
  { id }: Account,
  name: string,
  limits: Partial<CustomLimits>,
): Promise<Account> {
  try {
    return await setLimits({ records }, { accountId: id, limits });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    throw new CommandError(`${error.message} Change the plan first: ${programName} account plan ${name} enterprise`);
  }
}

/** Returns the parser of an option, whose value is a limit by its name. Commander adds the option to an error. */
function parserOf(name: keyof CustomLimits): (text: string) => Partial<CustomLimits> {
  return (text) => {
    const limit = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
    if (text !== 'null' && !(limit <= largestLimit)) throw new InvalidArgumentError(`Use ${limitRule}.`);
    return { [name]: text === 'null' ? null : limit };
  };
}
