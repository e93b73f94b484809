import { untilNone } from '../../lib/until-none.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { deleteAccount } from './account-deletions.ts';
import type { AccountCommands, AccountRecords } from './account-records.ts';
import { createApiKey, listApiKeys, rotateApiKey } from './api-keys.ts';
import { type AttemptRules, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';
import { listAuditEvents, purgeAuditEvents } from './audit-log.ts';
import { authenticate } from './authenticate.ts';
import type { Plan } from './kinds.ts';
import { createLastUses } from './last-uses.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { bootstrapAccount, type Registration, registerAccount } from './register-account.ts';
import { listSessions, logIn, logInByCode, logOut } from './sessions.ts';

export interface AccountServiceOptions {
  records: AccountRecords;
  onDeletion?: () => void;
  clock: Clock;
  identifiers: Identifiers;
  sessionDays: number;
  registration: Registration;
  defaultPlan?: Plan;
  limiter: RateLimiter;
  attemptRules?: AttemptRules;
  /** @default Argon2id */
  passwords?: PasswordHasher;
  /** The time between writes of when keys and tokens were last used. @default 5000 */
  keyUseFlushMs?: number;
  /** Receives errors that no caller waits for: failures to write when keys and tokens were last used. */
  onBackgroundError: (error: unknown) => void;
}

/** Accounts, sessions and API keys. Each operation is documented where it is defined. */
export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(options: AccountServiceOptions) {
  const { records, clock, identifiers, onBackgroundError: onError, keyUseFlushMs: flushMs = 5_000 } = options;
  const uses = createLastUses({ write: (used) => records.run('', 'recordUses', used), flushMs, onError });
  const throttle = createAttemptThrottle({ limiter: options.limiter, rules: options.attemptRules ?? attemptRules });
  const passwords = options.passwords ?? createPasswordHasher({ identifiers });
  const dependencies = { ...options, uses, throttle, passwords };

  function bound<Input, Output>(operation: (own: typeof dependencies, input: Input) => Output) {
    return (input: Input) => operation(dependencies, input);
  }

  function command<Name extends 'endSession' | 'endOtherSessions' | 'revokeKey'>(name: Name) {
    return (input: Parameters<AccountCommands[Name]>[1]) => records.run(input.accountId, name, input);
  }

  return {
    checkAddress: throttle.checkAddress,
    registerAccount: bound(registerAccount),
    logIn: bound(logIn),
    logInByCode: bound(logInByCode),
    logOut: bound(logOut),
    listSessions: bound(listSessions),
    endSession: command('endSession'),
    endOtherSessions: command('endOtherSessions'),
    changePassword: bound(changePassword),
    resetPassword: bound(resetPassword),
    createApiKey: bound(createApiKey),
    listApiKeys: bound(listApiKeys),
    rotateApiKey: bound(rotateApiKey),
    revokeApiKey: command('revokeKey'),
    deleteAccount: bound(deleteAccount),
    listAuditEvents: bound(listAuditEvents),
    purgeAuditEvents: () => purgeAuditEvents(dependencies),
    authenticate: bound(authenticate),
    bootstrapAccount: bound(bootstrapAccount),
    /** Deletes expired access tokens, which are rejected in any case. Resolves to their number. */
    purgeTokens: () => untilNone(() => records.run('', 'deleteTokens', { expiredAt: clock.now() })),
    /** Writes the remaining last uses. The store must be open until it resolves. */
    stop: uses.stop,
  };
}
