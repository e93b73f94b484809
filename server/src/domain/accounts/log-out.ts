import type { AccountDependencies } from './account-dependencies.ts';

/** Ends a token at once. The token may have ended already. */
export async function logOut({ store }: Pick<AccountDependencies, 'store'>, tokenHash: Buffer): Promise<void> {
  await store.deleteTokens({ hash: tokenHash });
}
