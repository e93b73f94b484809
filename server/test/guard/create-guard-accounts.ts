import { createInProcessRateLimiter } from '../../src/adapters/in-process/create-rate-limiter.ts';
import type { AccountRecords } from '../../src/domain/accounts/account-records.ts';
import { type AccountService, createAccountService } from '../../src/domain/accounts/account-service.ts';
import { type AttemptRules, attemptRules } from '../../src/domain/accounts/attempt-throttle.ts';
import { createCountingIdentifiers } from '../counting-identifiers.ts';
import { createTestStore } from '../create-test-store.ts';

export const password = 'a password of theirs';

export interface GuardAccounts {
  accounts: AccountService;
  records: AccountRecords;
  /** The passwords whose verification has begun, in order. */
  verified: string[];
  close(): Promise<void>;
}

/** Account operations on a real store, with a hasher that only notes what it verifies. */
export async function createGuardAccounts({ unlimited = false } = {}): Promise<GuardAccounts> {
  const { records, close } = await createTestStore();
  const verified: string[] = [];
  let now = Date.UTC(2026, 10, 22);
  const accounts = createAccountService({
    records,
    // Every call is a little later than the one before, so that "oldest" has a meaning.
    clock: { now: () => now++ },
    identifiers: createCountingIdentifiers(),
    sessionDays: 30,
    registration: 'open',
    limiter: createInProcessRateLimiter(),
    attemptRules: unlimited ? withoutLimits(attemptRules) : attemptRules,
    passwords: {
      dummyHash: 'no hash',
      hash: async (given) => `hash of ${given}`,
      async verify(given, hash) {
        verified.push(given);
        await new Promise(setImmediate);
        return hash === `hash of ${given}`;
      },
    },
    onBackgroundError: (error) => {
      throw error;
    },
  });
  return {
    accounts,
    records,
    verified,
    async close() {
      await accounts.stop();
      await close();
    },
  };
}

function withoutLimits(rules: AttemptRules): AttemptRules {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { ...rule, points: 100_000 }]),
  ) as AttemptRules;
}
