import type { AccountDeletions } from '../../ports/account-deletions.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import type { SecurityEvents } from '../../ports/security-events.ts';

/** Returns a store of accounts that records the changes of the operator as security events. */
export function recordOperator(store: AccountStore, events: SecurityEvents): AccountStore {
  const by = { outcome: 'ok', actor: 'operator' } as const;
  return {
    ...store,
    async changePassword(accountId, passwordHash, options) {
      const outcome = await store.changePassword(accountId, passwordHash, options);
      const changed = options?.revokeKeysAt === undefined ? {} : { changed: ['api_keys'] };
      await events.record({ ...by, action: 'password_changed', accountId, ...changed });
      return outcome;
    },
    async updateAccount(accountId, changes) {
      await store.updateAccount(accountId, changes);
      const { suspendedAt, ...others } = changes;
      const suspension = suspendedAt === undefined ? [] : [suspendedAt === null ? 'resumed' : 'suspended'];
      const changed = [...Object.keys(others), ...suspension];
      await events.record({ ...by, action: 'account_changed', accountId, changed });
    },
    async deleteTokens(which) {
      const tokens = await store.deleteTokens(which);
      if ('accountId' in which) await events.record({ ...by, action: 'session_ended', accountId: which.accountId });
      return tokens;
    },
    async createKey(key, ...rest) {
      const created = await store.createKey(key, ...rest);
      const { accountId, id: keyId, keyPrefix } = key;
      if (created === 'created') await events.record({ ...by, action: 'key_created', accountId, keyId, keyPrefix });
      else await events.record({ ...by, action: 'key_created', outcome: 'rejected', accountId });
      return created;
    },
    async revokeKey(accountId, keyId, at) {
      const revokedAt = await store.revokeKey(accountId, keyId, at);
      if (typeof revokedAt === 'number') await events.record({ ...by, action: 'key_revoked', accountId, keyId });
      return revokedAt;
    },
  };
}

/** Returns deletions that are recorded as security events of the operator. */
export function recordDeletions(deletions: AccountDeletions, events: SecurityEvents): AccountDeletions {
  return {
    ...deletions,
    async begin(accountId, deletion) {
      const counts = await deletions.begin(accountId, deletion);
      const detail = { deletion_id: deletion.id };
      const event = { action: 'account_deleted', outcome: 'ok', actor: 'operator' } as const;
      if (counts) await events.record({ ...event, accountId, detail });
      return counts;
    },
  };
}
