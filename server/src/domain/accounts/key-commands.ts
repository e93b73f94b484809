import { type ApiKey, type KeyCreation, type KeyReplacement, keptEndedKeys } from '../../ports/account-store.ts';
import type { IdempotencyRecord, StoredResponse } from '../../ports/memory-rows.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { once } from '../usage/stored-responses.ts';
import { accessTokens, apiKeys, lockAccount, type StoredKey } from './kinds.ts';

/** The maximum of keys that one command reads. An account has fewer, because ended ones are removed. */
const maxKeys = 2_000;

interface NewKey {
  key: StoredKey;
  /** The maximum of keys that are neither revoked nor expired. */
  maxLive: number;
  replaces?: KeyReplacement | undefined;
}

/** Hashes are in hexadecimal. */
export const keyCommands = {
  /** Creates a key, and removes old ones that have ended. */
  async createKey(
    tx: Transaction,
    {
      tokenHash,
      idempotencyRecord,
      ...created
    }: NewKey & { tokenHash?: string | undefined; idempotencyRecord?: IdempotencyRecord | undefined },
  ): Promise<KeyCreation> {
    const { accountId } = created.key;
    await lockAccount(tx, accountId);
    if (tokenHash !== undefined && !(await tx.get(accessTokens, { accountId, hash: tokenHash }))) return 'signed_out';
    return once(tx, accountId, idempotencyRecord, async () => {
      const result = await insertKey(tx, created);
      return { result, written: result === 'created' };
    });
  },

  /** Revokes a key, and removes old ones that have ended. @returns the time of the first revocation */
  async revokeKey(
    tx: Transaction,
    {
      accountId,
      keyId,
      at,
      idempotencyRecord,
    }: { accountId: string; keyId: string; at: number; idempotencyRecord?: IdempotencyRecord | undefined },
  ): Promise<number | undefined | { replayed: StoredResponse }> {
    return once(tx, accountId, idempotencyRecord, async () => {
      const key = await tx.get(apiKeys, { accountId, id: keyId });
      if (!key) return { result: undefined, written: false };
      await revokeKeys(tx, accountId, at, keyId);
      return { result: key.revokedAt ?? at, written: true };
    });
  },

  /** Records the last uses of keys, and never moves a time backwards. */
  async touchKeys(tx: Transaction, uses: readonly { keyId: string; at: number }[]): Promise<void> {
    const lastUses = new Map(uses.map(({ keyId, at }) => [keyId, at]));
    const where = { id: { any: [...lastUses.keys()] } };
    for (const key of await tx.scan(apiKeys, 'id', { of: [], where, limit: lastUses.size })) {
      const at = lastUses.get(key.id) as number;
      if (at > (key.lastUsedAt ?? 0)) tx.patch(apiKeys, key, { lastUsedAt: at });
    }
  },
};

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

/** Reads all keys of an account, newest first. */
function keysOf(tx: Transaction, accountId: string): Promise<StoredKey[]> {
  return tx.scan(apiKeys, 'created', { of: [accountId], descending: true, limit: maxKeys });
}

async function insertKey(tx: Transaction, { key, maxLive, replaces }: NewKey): Promise<'created' | 'full' | 'ended'> {
  const { accountId, createdAt } = key;
  const keys = await keysOf(tx, accountId);
  const live = keys.filter((one) => isLive(one, createdAt));
  const old = replaces && live.find(({ id, replacedBy }) => id === replaces.keyId && replacedBy === null);
  if (replaces && !old) return 'ended';
  const isOver = replaces !== undefined && replaces.endsAt <= createdAt;
  if (live.length - Number(isOver) >= maxLive) return 'full';
  if (replaces && old) {
    old.replacedBy = key.id;
    if (isOver) old.revokedAt = replaces.endsAt;
    else old.expiresAt = Math.min(old.expiresAt ?? replaces.endsAt, replaces.endsAt);
    tx.put(apiKeys, old);
  }
  tx.insert(apiKeys, key);
  removeEndedKeys(tx, [key, ...keys], createdAt);
  return 'created';
}

function isLive({ revokedAt, expiresAt }: ApiKey, at: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

/** Removes the keys that had ended by this time, except the most recent ones. @param keys all keys of the account */
function removeEndedKeys(tx: Transaction, keys: readonly StoredKey[], at: number): void {
  const endOf = ({ revokedAt, expiresAt }: ApiKey) => revokedAt ?? expiresAt ?? at;
  const ended = keys.filter((key) => !isLive(key, at));
  ended.sort((a, b) => endOf(b) - endOf(a) || (a.id < b.id ? 1 : -1));
  for (const key of ended.slice(keptEndedKeys)) tx.delete(apiKeys, key);
}
