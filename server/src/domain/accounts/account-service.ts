import type { Account, AccountStore, ApiKey } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { type AttemptRules, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';
import { type AuthenticateInput, authenticate, type Principal } from './authenticate.ts';
import { type BootstrapAccountInput, bootstrapAccount, type FirstAccount } from './bootstrap-account.ts';
import { type ChangePasswordInput, changePassword } from './change-password.ts';
import { type CreateApiKeyInput, type CreatedApiKey, createApiKey } from './create-api-key.ts';
import { createKeyUses } from './key-uses.ts';
import { listApiKeys } from './list-api-keys.ts';
import { type LogInInput, logIn, type Session } from './log-in.ts';
import { logOut } from './log-out.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { type RegisterAccountInput, type Registration, registerAccount } from './register-account.ts';
import { resetPassword } from './reset-password.ts';
import { revokeApiKey } from './revoke-api-key.ts';

/** Accounts, sessions and API keys. The operations say what they throw where they are defined. */
export interface AccountService {
  /** Rejects a log-in or registration whose address has used up its attempts. @throws {DomainError} `rate_limited` */
  checkAddress(attempt: 'signIn' | 'registration', address: string): Promise<void>;
  registerAccount(input: RegisterAccountInput): Promise<Account>;
  logIn(input: LogInInput): Promise<Session>;
  logOut(tokenHash: Buffer): Promise<void>;
  changePassword(input: ChangePasswordInput): Promise<void>;
  resetPassword(input: { accountId: string; password?: string | undefined }): Promise<string>;
  createApiKey(input: CreateApiKeyInput): Promise<CreatedApiKey>;
  listApiKeys(accountId: string): Promise<ApiKey[]>;
  revokeApiKey(input: { accountId: string; keyId: string }): Promise<number>;
  authenticate(input: AuthenticateInput): Promise<Principal>;
  bootstrapAccount(input: BootstrapAccountInput): Promise<FirstAccount | null>;
  /** Forgets access tokens that have expired; they are rejected before that, too. Resolves to how many. */
  purgeTokens(): Promise<number>;
  /** Writes what is still to be written. The store must be open until it resolves. */
  stop(): Promise<void>;
}

export interface AccountServiceOptions {
  store: AccountStore;
  clock: Clock;
  identifiers: Identifiers;
  /** How long an access token lives. */
  sessionDays: number;
  registration: Registration;
  /** Counts failed log-ins, and registrations. */
  limiter: RateLimiter;
  /** {@link attemptRules} unless given. */
  attemptRules?: AttemptRules;
  /** Argon2id unless given. */
  passwords?: PasswordHasher;
  /** How long the last use of a key may stay unwritten. */
  keyUseFlushMs?: number;
  /** Hears of failures that no caller waits for: writing when keys were last used. */
  onBackgroundError: (error: unknown) => void;
}

export function createAccountService(options: AccountServiceOptions): AccountService {
  const { store, clock, identifiers, onBackgroundError, keyUseFlushMs = 5_000 } = options;
  const keyUses = createKeyUses({ store, flushMs: keyUseFlushMs, onError: onBackgroundError });
  const throttle = createAttemptThrottle({ limiter: options.limiter, rules: options.attemptRules ?? attemptRules });
  const passwords = options.passwords ?? createPasswordHasher({ identifiers });
  const dependencies = { ...options, keyUses, throttle, passwords };
  return {
    checkAddress: throttle.checkAddress,
    registerAccount: (input) => registerAccount(dependencies, input),
    logIn: (input) => logIn(dependencies, input),
    logOut: (tokenHash) => logOut(dependencies, tokenHash),
    changePassword: (input) => changePassword(dependencies, input),
    resetPassword: (input) => resetPassword(dependencies, input),
    createApiKey: (input) => createApiKey(dependencies, input),
    listApiKeys: (accountId) => listApiKeys(dependencies, accountId),
    revokeApiKey: (input) => revokeApiKey(dependencies, input),
    authenticate: (input) => authenticate(dependencies, input),
    bootstrapAccount: (input) => bootstrapAccount(dependencies, input),
    purgeTokens: () => store.deleteTokens({ expiredAt: clock.now() }),
    stop: () => keyUses.stop(),
  };
}
