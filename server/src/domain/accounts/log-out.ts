import type { AccountDependencies } from './account-dependencies.ts';

/** Ends the token at once. Ending one that has gone already is no fault. */
export async function logOut({ store }: Pick<AccountDependencies, 'store'>, tokenHash: Buffer): Promise<void> {
  await store.deleteTokens({ hash: tokenHash });
}
