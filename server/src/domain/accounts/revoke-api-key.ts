import { DomainError } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/**
 * Rejects a key from now on. A second revocation changes nothing and has the same result.
 * @returns the time of the first revocation
 * @throws {DomainError} `not_found`, also for the key of another account
 */
export async function revokeApiKey(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<number> {
  const revokedAt = await store.revokeKey(accountId, keyId, clock.now());
  if (revokedAt === undefined) {
    throw new DomainError(
      'not_found',
      'There is no such API key in this account. GET /api-keys lists those there are.',
    );
  }
  return revokedAt;
}
