import { Argument, Command } from 'commander';
import { setPlan } from '../domain/accounts/set-plan.ts';
import { planLimits } from '../domain/usage/plans.ts';
import type { Plan } from '../ports/account-store.ts';
import type { CommandContext } from './command-context.ts';
import { findAccount } from './find-account.ts';
import { limitsList } from './limits-list.ts';
import { withAccountStore } from './with-account-store.ts';

export function planCommand(context: CommandContext): Command {
  return new Command('plan')
    .description(
      'Puts an account on another plan. A running server knows within a second; what was used this month stays used.',
    )
    .argument('<e-mail>', 'e-mail or phone number of the account')
    .addArgument(new Argument('<plan>', 'the plan').choices(Object.keys(planLimits)))
    .action(async (name: string, plan: Plan) => {
      await withAccountStore(context, async ({ store }) => {
        const { id, plan: before } = await findAccount(context, store, name);
        context.print(limitsList(await setPlan({ store }, { accountId: id, plan })));
        context.explain(before === plan ? `${name} was on ${plan} already.\n` : `${name} was on ${before} before.\n`);
      });
    });
}
