import type { ApiKey } from '../../ports/account-store.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import type { KeyUses } from './key-uses.ts';

/** Lists the keys newest first, revoked ones included. */
export async function listApiKeys(
  { store, keyUses }: Pick<AccountDependencies, 'store'> & { keyUses: Pick<KeyUses, 'lastUse'> },
  accountId: string,
): Promise<ApiKey[]> {
  const keys = await store.listKeys(accountId);
  return keys.map((key) => ({ ...key, lastUsedAt: latest(key.lastUsedAt, keyUses.lastUse(key.id)) }));
}

function latest(kept: number | null, collected: number | undefined): number | null {
  if (collected === undefined) return kept;
  return kept === null ? collected : Math.max(kept, collected);
}
