import { createCollector } from '../../lib/collector.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { deleteAccount } from './account-deletions.ts';
import type { AccountServices, LastUse, PasswordHasher } from './account-records.ts';
import { createApiKey, listApiKeys, rotateApiKey } from './api-keys.ts';
import { type AttemptRules, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';
import { authenticate } from './authenticate.ts';
import { changePassword, createPasswordHasher } from './passwords.ts';
import { bootstrapAccount, registerAccount } from './register-account.ts';
import { listSessions, logIn, logInByCode } from './sessions.ts';

interface AccountServiceOptions extends Omit<AccountServices, 'passwords' | 'throttle' | 'uses'> {
  limiter: RateLimiter;
  attemptRules?: AttemptRules;
  /** @default Argon2id */
  passwords?: PasswordHasher;
  /** Receives failures to write when keys and tokens were last used. */
  onBackgroundError: (error: unknown) => void;
}

/** Accounts, sessions and API keys. Each operation is documented where it is defined. */
export type AccountService = ReturnType<typeof createAccountService>;

const maxUsesAtOnce = 500;
const useFlushMs = 5_000;

export function createAccountService(options: AccountServiceOptions) {
  const { records, limiter, identifiers, onBackgroundError: onError } = options;
  const uses = createCollector<LastUse>({
    ...{ maxItems: maxUsesAtOnce, flushMs: useFlushMs, onError },
    write: (used) => records.run('', 'recordUses', new Map(used)),
    merge: (earlier, later) => (later[1] > earlier[1] ? later : earlier),
  });
  const throttle = createAttemptThrottle({ limiter, rules: options.attemptRules ?? attemptRules });
  const passwords = options.passwords ?? createPasswordHasher({ identifiers });
  const services = { ...options, uses, throttle, passwords };

  function bound<Input, Output>(operation: (services: AccountServices, input: Input) => Output) {
    return (input: Input) => operation(services, input);
  }

  return {
    checkAddress: throttle.checkAddress,
    registerAccount: bound(registerAccount),
    logIn: bound(logIn),
    logInByCode: bound(logInByCode),
    listSessions: bound(listSessions),
    changePassword: bound(changePassword),
    createApiKey: bound(createApiKey),
    listApiKeys: bound(listApiKeys),
    rotateApiKey: bound(rotateApiKey),
    deleteAccount: bound(deleteAccount),
    authenticate: bound(authenticate),
    bootstrapAccount: bound(bootstrapAccount),
    /** Writes the remaining last uses. The store must be open until it resolves. */
    stop: uses.stop,
  };
}
