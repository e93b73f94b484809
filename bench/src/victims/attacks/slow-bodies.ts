import type { Plan } from '../../../../server/src/domain/accounts/kinds.ts';
import type { Attack } from '../attack.ts';
import { holdBody, keepUnderWay } from '../attacker-requests.ts';

const bodiesPerAccount = 256;
const byteEveryMs = 3_000;

// The plan without a rate limit lets all bodies begin at once.
const plan: Plan = 'enterprise';

export const slowBodies = slowBodiesOf('slow bodies', [plan]);
export const slowBodiesOfEight = slowBodiesOf('slow bodies of 8', [plan, plan, plan, plan, plan, plan, plan, plan]);

function slowBodiesOf(name: string, plans: Attack['plans']): Attack {
  return {
    name,
    description: `${bodiesPerAccount} writes at once of ${plans.length === 1 ? 'one account' : `each of ${plans.length} accounts`}, with a byte of the body every ${byteEveryMs / 1_000} s`,
    plans,
    begin({ port, attackers, outcomes }) {
      for (const { key, address } of attackers) {
        const call = { path: '/memories', headers: { 'X-API-Key': key }, address, byteEveryMs };
        keepUnderWay(bodiesPerAccount, outcomes, () => holdBody(port, call));
      }
    },
  };
}
