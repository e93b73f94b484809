import type { AccountDeletions } from '../../ports/account-deletions.ts';
import type { AccountStore, Plan } from '../../ports/account-store.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createApiKey, createApiKeyOnce, listApiKeys, revokeApiKey, revokeApiKeyOnce } from './api-keys.ts';
import { type AttemptRules, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';
import { authenticate } from './authenticate.ts';
import { deleteAccount } from './delete-account.ts';
import { createLastUses } from './last-uses.ts';
import { listAuditEvents, purgeAuditEvents } from './list-audit-events.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { bootstrapAccount, type Registration, registerAccount } from './register-account.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { endOtherSessions, endSession, listSessions, logIn, logOut } from './sessions.ts';
import { logInByCode } from './sign-in-codes.ts';

export interface AccountServiceOptions {
  store: AccountStore;
  audit: AuditLog;
  deletions: AccountDeletions;
  /** Called when the deletion of an account has begun. */
  onDeletion?: () => void;
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
  /** The time between writes of when keys and tokens were last used. @default 5000 */
  keyUseFlushMs?: number;
  /** Receives errors that no caller waits for: failures to write when keys and tokens were last used. */
  onBackgroundError: (error: unknown) => void;
}

/** Accounts, sessions and API keys. Each operation is documented where it is defined. */
export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(options: AccountServiceOptions) {
  const { store, clock, identifiers, onBackgroundError, keyUseFlushMs = 5_000 } = options;
  const lastUses = { flushMs: keyUseFlushMs, onError: onBackgroundError };
  const keyUses = createLastUses({
    write: (uses) => store.touchKeys(uses.map(({ id: keyId, at }) => ({ keyId, at }))),
    ...lastUses,
  });
  const tokenUses = createLastUses({
    write: (uses) => store.touchTokens(uses.map(({ id, at }) => ({ hash: Buffer.from(id, 'hex'), at }))),
    ...lastUses,
  });
  const throttle = createAttemptThrottle({ limiter: options.limiter, rules: options.attemptRules ?? attemptRules });
  const passwords = options.passwords ?? createPasswordHasher({ identifiers });
  const dependencies = { ...options, keyUses, tokenUses, throttle, passwords };

  function bound<Input, Output>(operation: (own: typeof dependencies, input: Input) => Output) {
    return (input: Input) => operation(dependencies, input);
  }

  return {
    checkAddress: throttle.checkAddress,
    registerAccount: bound(registerAccount),
    logIn: bound(logIn),
    logInByCode: bound(logInByCode),
    logOut: bound(logOut),
    listSessions: bound(listSessions),
    endSession: bound(endSession),
    endOtherSessions: bound(endOtherSessions),
    changePassword: bound(changePassword),
    resetPassword: bound(resetPassword),
    createApiKey: bound(createApiKey),
    createApiKeyOnce: bound(createApiKeyOnce),
    listApiKeys: bound(listApiKeys),
    rotateApiKey: bound(rotateApiKey),
    revokeApiKey: bound(revokeApiKey),
    revokeApiKeyOnce: bound(revokeApiKeyOnce),
    deleteAccount: bound(deleteAccount),
    listAuditEvents: bound(listAuditEvents),
    purgeAuditEvents: () => purgeAuditEvents(dependencies),
    authenticate: bound(authenticate),
    bootstrapAccount: bound(bootstrapAccount),
    /** Deletes expired access tokens, which are rejected in any case. Resolves to their number. */
    purgeTokens: () => store.deleteTokens({ expiredAt: clock.now() }),
    /** Writes the remaining last uses. The store must be open until it resolves. */
    async stop() {
      await Promise.all([keyUses.stop(), tokenUses.stop()]);
    },
  };
}
