import type { AccountStore, Plan } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createApiKey, createKeyUses, listApiKeys, revokeApiKey } from './api-keys.ts';
import { type AttemptRules, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';
import { authenticate } from './authenticate.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { bootstrapAccount, type Registration, registerAccount } from './register-account.ts';
import { logIn, logOut } from './sessions.ts';

export interface AccountServiceOptions {
  store: AccountStore;
  clock: Clock;
  identifiers: Identifiers;
  /** The lifetime of an access token. */
  sessionDays: number;
  registration: Registration;
  /** The plan of accounts that register. @default 'free' */
  defaultPlan?: Plan;
  /** Counts failed log-ins, and registrations. */
  limiter: RateLimiter;
  /** @default {@link attemptRules} */
  attemptRules?: AttemptRules;
  /** @default Argon2id */
  passwords?: PasswordHasher;
  /** The time between writes of when keys were last used. @default 5000 */
  keyUseFlushMs?: number;
  /** Gets errors that no caller waits for: those of writing when keys were last used. */
  onBackgroundError: (error: unknown) => void;
}

/** Accounts, sessions and API keys. Each operation is documented where it is defined. */
export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(options: AccountServiceOptions) {
  const { store, clock, identifiers, onBackgroundError, keyUseFlushMs = 5_000 } = options;
  const keyUses = createKeyUses({ store, flushMs: keyUseFlushMs, onError: onBackgroundError });
  const throttle = createAttemptThrottle({ limiter: options.limiter, rules: options.attemptRules ?? attemptRules });
  const passwords = options.passwords ?? createPasswordHasher({ identifiers });
  const dependencies = { ...options, keyUses, throttle, passwords };

  function bound<Input, Output>(operation: (own: typeof dependencies, input: Input) => Output) {
    return (input: Input) => operation(dependencies, input);
  }

  return {
    checkAddress: throttle.checkAddress,
    registerAccount: bound(registerAccount),
    logIn: bound(logIn),
    logOut: bound(logOut),
    changePassword: bound(changePassword),
    resetPassword: bound(resetPassword),
    createApiKey: bound(createApiKey),
    listApiKeys: bound(listApiKeys),
    revokeApiKey: bound(revokeApiKey),
    authenticate: bound(authenticate),
    bootstrapAccount: bound(bootstrapAccount),
    /** Deletes expired access tokens, which are rejected in any case. Resolves to their number. */
    purgeTokens: () => store.deleteTokens({ expiredAt: clock.now() }),
    /** Writes what is still to be written. The store must be open until it resolves. */
    stop: () => keyUses.stop(),
  };
}
