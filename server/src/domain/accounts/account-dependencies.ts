import type { AccountStore } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** The dependencies of all account operations. Each operation takes the part that it uses. */
export interface AccountDependencies {
  store: AccountStore;
  clock: Clock;
  identifiers: Identifiers;
  passwords: PasswordHasher;
}
