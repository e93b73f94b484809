import { findSensitive, sensitiveLabels } from '@mnema/secret-scanner';
import { createFlushTimer } from '../../lib/flush-timer.ts';
import type { AccountStore, ApiKey, KeyPosition, Scope } from '../../ports/account-store.ts';
import { DomainError, type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { apiKeys, hashSecret, keyPrefixOf } from './api-key-format.ts';
import { endedToken } from './ended-token.ts';

export interface CreateApiKeyInput {
  accountId: string;
  label: string;
  /** @default both scopes */
  scopes?: readonly Scope[] | undefined;
  /** In milliseconds since the epoch; null never expires. @default null */
  expiresAt?: number | null | undefined;
}

/** The session that a key is created in; none for the operator. */
type KeySession = { tokenHash?: Buffer | undefined };

export interface CreatedApiKey {
  key: ApiKey;
  /** The whole key. It can be shown only now, because the store keeps its hash. */
  secret: string;
}

const maxLabelLength = 100;
const allScopes: readonly Scope[] = ['read', 'write'];
/** The number of keys that an account may have at once. Revoked and expired ones are not among them. */
const maxLiveKeys = 100;

/** @throws {DomainError} `invalid_request`, `conflict` when the account has as many keys as it may have */
export async function createApiKey(
  { store, clock, identifiers }: Pick<AccountDependencies, 'store' | 'clock' | 'identifiers'>,
  { tokenHash, ...input }: CreateApiKeyInput & KeySession,
): Promise<CreatedApiKey> {
  const now = clock.now();
  const errors = problems(input, now);
  if (errors.length > 0) throw invalidRequest(...errors);
  const created = newApiKey(identifiers, now, input);
  const outcome = await store.createKey(created.key, hashSecret(created.secret), { maxLive: maxLiveKeys, tokenHash });
  if (outcome === 'full') {
    throw new DomainError(
      'conflict',
      `This account has ${maxLiveKeys} API keys that are neither revoked nor expired, which is the limit. Revoke one first: DELETE /api-keys/{key_id}.`,
    );
  }
  // A changed password has ended the session since the request was authenticated.
  if (outcome === 'signed_out') throw endedToken();
  return created;
}

/** Makes a key without storing it. */
export function newApiKey(
  identifiers: AccountDependencies['identifiers'],
  now: number,
  { accountId, label, scopes = allScopes, expiresAt = null }: CreateApiKeyInput,
): CreatedApiKey {
  const secret = apiKeys.make(identifiers);
  const key: ApiKey = {
    id: identifiers.key(),
    accountId,
    label,
    keyPrefix: keyPrefixOf(secret),
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    createdAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, secret };
}

function problems({ label, scopes = allScopes, expiresAt = null }: CreateApiKeyInput, now: number): FieldError[] {
  const errors: FieldError[] = [];
  if (label.trim() === '' || [...label].length > maxLabelLength) {
    errors.push({ path: '/label', message: `must have 1 to ${maxLabelLength} characters and not be blank` });
  } else if (/[\p{Cc}\p{Cs}]/u.test(label)) {
    errors.push({ path: '/label', message: 'must be one line of text, without control characters' });
  }
  const [secret] = findSensitive(label.slice(0, 2 * maxLabelLength));
  if (secret) {
    const what = `holds ${sensitiveLabels[secret.kind]} (${secret.kind})`;
    errors.push({ path: '/label', message: `${what}: name what the key is for, without secrets` });
  }
  if (scopes.length === 0 || scopes.some((scope) => !allScopes.includes(scope))) {
    errors.push({ path: '/scopes', message: 'must name read, write or both: leave it out for both' });
  }
  if (expiresAt !== null && !(expiresAt > now)) {
    errors.push({ path: '/expires_at', message: 'must be in the future: leave it out for a key that does not expire' });
  }
  return errors;
}

export interface ListApiKeysInput {
  accountId: string;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Lists a page of keys, newest first, revoked ones included.
 * @throws {DomainError} `invalid_request` for a cursor that no page had
 */
export async function listApiKeys(
  { store, keyUses }: Pick<AccountDependencies, 'store'> & { keyUses?: Pick<KeyUses, 'lastUse'> },
  { accountId, limit, cursor }: ListApiKeysInput,
): Promise<{ keys: ApiKey[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = await store.listKeys(accountId, { limit: limit + 1, after });
  const keys = found.slice(0, limit);
  const last = keys.at(-1);
  return {
    keys: keys.map((key) => ({ ...key, lastUsedAt: latest(key.lastUsedAt, keyUses?.lastUse(key.id)) })),
    nextCursor: found.length > limit && last ? writeCursor(last) : null,
  };
}

function writeCursor({ createdAt, id }: KeyPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function readCursor(cursor: string): KeyPosition {
  const [, createdAt, id] = /^(\d{1,15}) (key_\w{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) {
    const message = 'is not one of ours: use next_cursor of the page before, unchanged';
    throw invalidRequest({ path: '/cursor', message });
  }
  return { createdAt: Number(createdAt), id };
}

function latest(kept: number | null, collected: number | undefined): number | null {
  if (collected === undefined) return kept;
  return kept === null ? collected : Math.max(kept, collected);
}

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

export type KeyUses = ReturnType<typeof createKeyUses>;

/**
 * Collects when keys were last used, because a write for each request would cost more than the request. A crash may
 * lose the last `flushMs`. Uses that could not be written are reported and kept for the next write.
 */
export function createKeyUses(options: {
  store: Pick<AccountStore, 'touchKeys'>;
  flushMs: number;
  onError: (error: unknown) => void;
}) {
  const { store, flushMs, onError } = options;
  const lastUses = new Map<string, number>();
  const timer = createFlushTimer({ flushMs, flush, isLeft: () => lastUses.size > 0 });

  async function flush(): Promise<void> {
    const written = [...lastUses];
    if (written.length === 0) return;
    try {
      await store.touchKeys(written.map(([keyId, at]) => ({ keyId, at })));
    } catch (error) {
      onError(error);
      return;
    }
    for (const [keyId, at] of written) {
      if (lastUses.get(keyId) === at) lastUses.delete(keyId);
    }
  }

  return {
    record(keyId: string, at: number): void {
      if (at > (lastUses.get(keyId) ?? Number.NEGATIVE_INFINITY)) lastUses.set(keyId, at);
      timer.schedule();
    },
    /** Returns the last use that may not be in the store yet. */
    lastUse: (keyId: string) => lastUses.get(keyId),
    /** Writes the collected uses and stops the timer. */
    stop: timer.stop,
  };
}
