import type { Credentials, Identifier } from '../../ports/account-store.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/**
 * Finds the account of an identifier if the password is correct. Without an account, a wrong password takes just as
 * long.
 * @param onFound is called with the account that is named, whatever the password
 */
export async function findByPassword(
  { store, passwords }: Pick<AccountDependencies, 'store' | 'passwords'>,
  identifier: Identifier,
  password: string,
  onFound?: (accountId: string) => void,
): Promise<Credentials | undefined> {
  const [credentials] = await store.findAccounts(identifier);
  if (credentials) onFound?.(credentials.account.id);
  const matches = await passwords.verify(password, credentials?.passwordHash ?? passwords.dummyHash);
  return matches ? credentials : undefined;
}
