import type { AccountStore } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** What the account operations work with; each takes the part it needs. */
export interface AccountDependencies {
  store: AccountStore;
  clock: Clock;
  identifiers: Identifiers;
  passwords: PasswordHasher;
}
