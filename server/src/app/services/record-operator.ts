import type { AccountStore } from '../../ports/account-store.ts';
import type { SecurityEvents } from '../../ports/security-events.ts';

/** Returns a store of accounts that records as a security event what the operator changes in it. */
export function recordOperator(store: AccountStore, events: SecurityEvents): AccountStore {
  const by = { outcome: 'ok', actor: 'operator' } as const;
  return {
    ...store,
    async changePassword(accountId, ...rest) {
      const outcome = await store.changePassword(accountId, ...rest);
      events.record({ ...by, action: 'password_changed', accountId });
      return outcome;
    },
    async updateAccount(accountId, changes) {
      await store.updateAccount(accountId, changes);
      events.record({ ...by, action: 'account_changed', accountId, changed: Object.keys(changes) });
    },
    async createKey(key, hash) {
      await store.createKey(key, hash);
      const { accountId, id: keyId, keyPrefix } = key;
      events.record({ ...by, action: 'key_created', accountId, keyId, keyPrefix });
    },
    async revokeKey(accountId, keyId, at) {
      const revokedAt = await store.revokeKey(accountId, keyId, at);
      if (revokedAt !== undefined) events.record({ ...by, action: 'key_revoked', accountId, keyId });
      return revokedAt;
    },
  };
}
