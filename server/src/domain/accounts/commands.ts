import { conflict, type DomainError, notFound, unauthenticated } from '../../ports/errors.ts';
import type { Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import { type Idempotency, type KeyedWrite, type Once, once } from '../usage/idempotency.ts';
import {
  type AccessToken,
  type Account,
  type ApiKey,
  accessTokens,
  accounts,
  apiKeys,
  type CustomLimits,
  findPresentAccount,
  foldEmail,
  lockAccount,
  missingAccount,
  type Plan,
} from './kinds.ts';

const notDeleting = { deletionId: null, deletionBegunAt: null, deletionCounts: null };

export const accountCommands = {
  /** With a first key, creates both only in a store without any account. @throws {Taken} for its email or phone */
  async createAccount(tx: Transaction, { account, passwordHash, first }: NewAccount): Promise<'created' | 'not_empty'> {
    if (first && (await tx.count(accounts, 'created', { of: [], max: 1 })) > 0) return 'not_empty';
    const emailFolded = account.email === null ? null : foldEmail(account.email);
    tx.insert(accounts, { ...account, ...notDeleting, emailFolded, passwordHash, isFirst: first ? true : null });
    if (first) tx.insert(apiKeys, first);
    return 'created';
  },

  /** Sets the given values and limits. Limits apply on the enterprise plan only. @throws {DomainError} `not_found` */
  async updateAccount(tx: Transaction, { accountId, changes }: { accountId: string; changes: AccountChanges }) {
    const account = await findPresentAccount(tx, accountId);
    if (!account) throw missingAccount(accountId);
    const set = { ...changes, limits: { ...account.limits, ...changes.limits } };
    tx.patch(accounts, { id: accountId }, set);
    return { ...account, ...set };
  },

  /** Sets the hash, ends all tokens but one, and revokes the keys on request. */
  async changePassword(tx: Transaction, change: PasswordChange): Promise<'changed' | 'stale'> {
    const { accountId, passwordHash, replaces, keepTokenHash, revokesKeys } = change;
    const account = await lockAccount(tx, accountId);
    if (replaces !== undefined && account.passwordHash !== replaces) return 'stale';
    tx.patch(accounts, { id: accountId }, { passwordHash });
    await endTokens(tx, accountId, ({ hash }) => hash !== keepTokenHash);
    if (revokesKeys) await revokeKeys(tx, accountId);
    return 'changed';
  },

  /** Creates a token, and ends the expired and oldest ones so that at most `maxLive` remain. */
  async createToken(tx: Transaction, { token, maxLive }: { token: AccessToken; maxLive: number }): Promise<void> {
    const { accountId, createdAt } = token;
    await lockAccount(tx, accountId);
    let kept = 0;
    await endTokens(tx, accountId, ({ expiresAt }) => expiresAt <= createdAt || ++kept >= maxLive);
    tx.insert(accessTokens, token);
  },

  /** Deletes one token, those of an account, or a limited number of expired ones. @returns how many */
  async deleteTokens(tx: Transaction, which: { hash: string } | { accountId: string } | { expiredAt: number }) {
    if ('accountId' in which) return endTokens(tx, which.accountId, () => true);
    if ('hash' in which) return deleteFound(tx, accessTokens, 'hash', { of: [which.hash], limit: 1 });
    const where = { expiresAt: { to: which.expiredAt + 1 } };
    return deleteFound(tx, accessTokens, 'expiry', { of: [], where, limit: maxTokens });
  },

  /** Ends a session of the account. @throws {DomainError} `not_found`, also for the session of another account */
  async endSession(tx: Transaction, { accountId, sessionId, idempotency }: KeyedWrite & { sessionId: string }) {
    await lockAccount(tx, accountId);
    return once(tx, accountId, idempotency, async () => {
      const isEnded = ({ hash, expiresAt }: AccessToken) => expiresAt > tx.now && sessionIdOf(hash) === sessionId;
      if ((await endTokens(tx, accountId, isEnded)) > 0) return null;
      throw notFound('Unknown session. GET /auth/sessions lists the sessions of this account.');
    });
  },

  /** Ends every session of the account except one. @returns how many there were */
  async endOtherSessions(tx: Transaction, { accountId, tokenHash, idempotency }: KeyedWrite & { tokenHash: string }) {
    await lockAccount(tx, accountId);
    return once(tx, accountId, idempotency, () => endTokens(tx, accountId, ({ hash }) => hash !== tokenHash));
  },

  /** Records the last uses, and never moves a time back. @param uses ids of keys and hashes of tokens, with times */
  async recordUses(tx: Transaction, uses: ReadonlyMap<string, number>): Promise<void> {
    const any = [...uses.keys()];
    const keys = await tx.scan(apiKeys, 'id', { of: [], where: { id: { any } }, limit: any.length });
    const tokens = await tx.scan(accessTokens, 'hash', { of: [], where: { hash: { any } }, limit: any.length });
    const later = (credential: string, stored: number | null) => Math.max(uses.get(credential) ?? 0, stored ?? 0);
    for (const key of keys) tx.patch(apiKeys, key, { lastUsedAt: later(key.id, key.lastUsedAt) });
    for (const token of tokens) tx.patch(accessTokens, token, { lastUsedAt: later(token.hash, token.lastUsedAt) });
  },

  /** Creates a key. @throws {DomainError} `conflict`; `unauthenticated` if the access token has ended */
  async createKey(tx: Transaction, { tokenHash, idempotency, ...created }: NewKey): Promise<Once<StoredNewKey>> {
    const { accountId } = created.key;
    await lockAccount(tx, accountId);
    // A changed password has ended the session since the request was authenticated.
    if (tokenHash !== undefined && !(await tx.get(accessTokens, { accountId, hash: tokenHash }))) throw endedToken();
    return once(tx, accountId, idempotency, () => insertKey(tx, created), {
      kept: ({ key, replaced }) => ({ key: { ...key, hash: '' }, replaced }),
    });
  },

  /** Revokes a key. @returns the time of the first revocation @throws {DomainError} `not_found` */
  async revokeKey(tx: Transaction, { accountId, keyId, idempotency }: KeyedWrite & { keyId: string }) {
    return once(tx, accountId, idempotency, async () => {
      const key = await tx.get(apiKeys, { accountId, id: keyId });
      if (!key) throw missingKey();
      await revokeKeys(tx, accountId, keyId);
      return key.revokedAt ?? tx.now;
    });
  },
};

interface NewAccount {
  account: Account;
  passwordHash: string;
  first?: ApiKey;
}

export interface AccountChanges {
  plan?: Plan;
  limits?: Partial<CustomLimits>;
  suspendedAt?: number | null;
}

interface PasswordChange {
  accountId: string;
  passwordHash: string;
  replaces?: string;
  keepTokenHash?: string;
  revokesKeys?: boolean;
}

/** The maximum of tokens that one command reads. An account has fewer. */
export const maxTokens = 1_000;

/** The rejection of an access token that does not exist, has expired or was ended. */
export function endedToken(): DomainError {
  return unauthenticated('This access token is invalid or has expired. Get a new one from POST /auth/login.');
}

/** Identifies a session by the beginning of its token's hash, which is too short to find a token with. */
export function sessionIdOf(tokenHash: string): string {
  return `ses_${tokenHash.slice(0, 26)}`;
}

/** Ends tokens of an account, which are tested from the newest to the oldest one. @returns how many */
async function endTokens(tx: Transaction, accountId: string, isEnded: (token: AccessToken) => boolean) {
  const tokens = await tx.scan(accessTokens, 'created', { of: [accountId], descending: true, limit: maxTokens });
  const ended = tokens.filter(isEnded);
  for (const token of ended) tx.delete(accessTokens, token);
  return ended.length;
}

/** The maximum of keys that one command reads. An account has fewer, because ended ones are removed. */
const maxKeys = 2_000;

/** The most recent revoked and expired keys, which stay stored when a key is created or revoked. */
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
  /** A live key that ends at this time, unless it expires earlier. A time that is not in the future revokes it. */
  replaces?: { keyId: string; endsAt: number } | undefined;
  /** The access token of the request; none for the operator. */
  tokenHash?: string | undefined;
  idempotency?: Idempotency | undefined;
}

export function missingKey(): DomainError {
  return notFound('Unknown API key. GET /api-keys lists the keys of this account.');
}

/** Revokes the keys of an account, or only one, and removes old ones that have ended. */
async function revokeKeys(tx: Transaction, accountId: string, keyId?: string): Promise<void> {
  const keys = await keysOf(tx, accountId);
  for (const key of keys) {
    if (key.revokedAt !== null || (keyId !== undefined && key.id !== keyId)) continue;
    key.revokedAt = tx.now;
    tx.put(apiKeys, key);
  }
  removeEndedKeys(tx, keys, tx.now);
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
    throw conflict(
      'This API key is revoked, expired or already rotated. Create a key with POST /api-keys, or rotate its replacement.',
    );
  }
  const isOver = replaces !== undefined && replaces.endsAt <= createdAt;
  if (live.length - Number(isOver) >= maxLive) {
    throw conflict(
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
