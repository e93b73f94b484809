import { DomainError } from '../../ports/errors.ts';
import type { Transaction } from '../../ports/record-store.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { type Once, once } from '../usage/stored-responses.ts';
import { type ApiKey, accessTokens, apiKeys, lockAccount } from './kinds.ts';
import { endedToken } from './token-commands.ts';

/** The maximum of keys that one command reads. An account has fewer, because ended ones are removed. */
const maxKeys = 2_000;

/**
 * The number of revoked and expired keys that stay stored, the most recent ones. Older ones are removed when a key is
 * created or revoked.
 */
export const keptEndedKeys = 100;

/** A key, without the secret, and the one that it replaces. */
export interface StoredNewKey {
  key: ApiKey;
  replaced: { id: string; endsAt: number } | null;
}

interface NewKey {
  key: ApiKey;
  /** The maximum of keys that are neither revoked nor expired. */
  maxLive: number;
  replaces?: KeyReplacement | undefined;
  /** The access token of the request; none for the operator. */
  tokenHash?: string | undefined;
  idempotency?: Idempotency | undefined;
}

/** A live key of the same account that the new one replaces. */
interface KeyReplacement {
  keyId: string;
  /** The time when it ends, unless it expires earlier. If the new key is not older, the replaced one is revoked. */
  endsAt: number;
}

export const keyCommands = {
  /**
   * Creates a key, and removes old ones that have ended.
   * @throws {DomainError} `conflict`; `unauthenticated` if the access token has ended
   */
  async createKey(tx: Transaction, { tokenHash, idempotency, ...created }: NewKey): Promise<Once<StoredNewKey>> {
    const { accountId } = created.key;
    await lockAccount(tx, accountId);
    // A changed password has ended the session since the request was authenticated.
    if (tokenHash !== undefined && !(await tx.get(accessTokens, { accountId, hash: tokenHash }))) throw endedToken();
    return once(tx, accountId, idempotency, () => insertKey(tx, created), {
      kept: ({ key, replaced }) => ({ key: { ...key, hash: '' }, replaced }),
    });
  },

  /**
   * Revokes a key, and removes old ones that have ended.
   * @returns the time of the first revocation
   * @throws {DomainError} `not_found`, also for the key of another account
   */
  async revokeKey(tx: Transaction, { accountId, keyId, at, idempotency }: Revocation): Promise<Once<number>> {
    return once(tx, accountId, idempotency, async () => {
      const key = await tx.get(apiKeys, { accountId, id: keyId });
      if (!key) throw missingKey();
      await revokeKeys(tx, accountId, at, keyId);
      return key.revokedAt ?? at;
    });
  },
};

interface Revocation {
  accountId: string;
  keyId: string;
  at: number;
  idempotency?: Idempotency | undefined;
}

export function missingKey(): DomainError {
  return new DomainError('not_found', 'Unknown API key. GET /api-keys lists the keys of this account.');
}

/** Revokes the keys of an account, or only one, and removes old ones that have ended. */
export async function revokeKeys(tx: Transaction, accountId: string, at: number, keyId?: string): Promise<void> {
  const keys = await keysOf(tx, accountId);
  for (const key of keys) {
    if (key.revokedAt !== null || (keyId !== undefined && key.id !== keyId)) continue;
    key.revokedAt = at;
    tx.put(apiKeys, key);
  }
  removeEndedKeys(tx, keys, at);
}

function keysOf(tx: Transaction, accountId: string): Promise<ApiKey[]> {
  return tx.scan(apiKeys, 'created', { of: [accountId], descending: true, limit: maxKeys });
}

async function insertKey(tx: Transaction, { key, maxLive, replaces }: NewKey): Promise<StoredNewKey> {
  const { accountId, createdAt } = key;
  const keys = await keysOf(tx, accountId);
  const live = keys.filter((one) => isLive(one, createdAt));
  const old = replaces && live.find(({ id, replacedBy }) => id === replaces.keyId && replacedBy === null);
  if (replaces && !old) {
    throw new DomainError(
      'conflict',
      'This API key is revoked, expired or already rotated. Create a key with POST /api-keys, or rotate its replacement.',
    );
  }
  const isOver = replaces !== undefined && replaces.endsAt <= createdAt;
  if (live.length - Number(isOver) >= maxLive) {
    throw new DomainError(
      'conflict',
      `This account has ${maxLive} API keys that are neither revoked nor expired, which is the limit. Revoke one first: DELETE /api-keys/{key_id}.`,
    );
  }
  if (replaces && old) {
    old.replacedBy = key.id;
    if (isOver) old.revokedAt = replaces.endsAt;
    else old.expiresAt = Math.min(old.expiresAt ?? replaces.endsAt, replaces.endsAt);
    tx.put(apiKeys, old);
  }
  tx.insert(apiKeys, key);
  removeEndedKeys(tx, [key, ...keys], createdAt);
  return { key, replaced: old ? { id: old.id, endsAt: old.revokedAt ?? old.expiresAt ?? createdAt } : null };
}

function isLive({ revokedAt, expiresAt }: ApiKey, at: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

/** Removes the keys that had ended by this time, except the most recent ones. @param keys all keys of the account */
function removeEndedKeys(tx: Transaction, keys: readonly ApiKey[], at: number): void {
  const endOf = ({ revokedAt, expiresAt }: ApiKey) => revokedAt ?? expiresAt ?? at;
  const ended = keys.filter((key) => !isLive(key, at));
  ended.sort((a, b) => endOf(b) - endOf(a) || (a.id < b.id ? 1 : -1));
  for (const key of ended.slice(keptEndedKeys)) tx.delete(apiKeys, key);
}
