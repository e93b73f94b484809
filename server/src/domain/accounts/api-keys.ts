import { findSensitive, sensitiveLabels } from '@mnema/secret-scanner';
import { findSecretInId } from '../../lib/find-secret-in-id.ts';
import type { ApiKey, KeyCreation, KeyRestriction, Scope } from '../../ports/account-store.ts';
import { DomainError, type FieldError, invalidRequest } from '../../ports/errors.ts';
import { type Repeatable, type Replay, recordOf, toReplay } from '../usage/idempotency.ts';
import { readPosition, writePosition } from '../usage/page-cursor.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { apiKeys, hashSecret, keyPrefixOf } from './api-key-format.ts';
import { endedToken } from './ended-token.ts';
import { type LastUses, latest } from './last-uses.ts';

export interface CreateApiKeyInput {
  accountId: string;
  label: string;
  /** @default both scopes */
  scopes?: readonly Scope[] | undefined;
  /** @default null, which reaches the whole account */
  restriction?: KeyRestriction | null | undefined;
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
/** The maximum of active keys of an account. Revoked and expired keys do not count. */
export const maxLiveKeys = 100;

/** @throws {DomainError} `invalid_request`; `conflict` when the account has the maximum of active keys */
export async function createApiKey(
  dependencies: KeyDependencies,
  input: CreateApiKeyInput & KeySession,
): Promise<CreatedApiKey> {
  const { outcome, created } = await storeNewKey(dependencies, input);
  if (outcome !== 'created') throw notCreated(outcome);
  return created;
}

/**
 * Creates a key as {@link createApiKey} does, and only once for an Idempotency-Key.
 * @param input.repeatable renders the response without the secret
 */
export async function createApiKeyOnce(
  dependencies: KeyDependencies,
  { repeatable, ...input }: CreateApiKeyInput & KeySession & { repeatable?: Repeatable<ApiKey> | undefined },
): Promise<({ kind: 'created' } & CreatedApiKey) | Replay> {
  const { outcome, created } = await storeNewKey(dependencies, input, repeatable);
  if (outcome === 'created') return { kind: 'created', ...created };
  if (typeof outcome === 'object' && repeatable) return toReplay(repeatable.idempotency, outcome.replayed);
  throw notCreated(outcome);
}

type KeyDependencies = Pick<AccountDependencies, 'store' | 'clock' | 'identifiers'>;

async function storeNewKey(
  { store, clock, identifiers }: KeyDependencies,
  { tokenHash, ...input }: CreateApiKeyInput & KeySession,
  repeatable?: Repeatable<ApiKey>,
): Promise<{ outcome: KeyCreation; created: CreatedApiKey }> {
  const now = clock.now();
  const errors = problems(input, now);
  if (errors.length > 0) throw invalidRequest(...errors);
  const created = newApiKey(identifiers, now, input);
  const options = { maxLive: maxLiveKeys, tokenHash, ...recordOf(repeatable, created.key, now) };
  return { outcome: await store.createKey(created.key, hashSecret(created.secret), options), created };
}

/** Explains why a key was not created. */
export function notCreated(outcome: Exclude<KeyCreation, 'created'>): DomainError {
  // A changed password has ended the session since the request was authenticated.
  if (outcome === 'signed_out') return endedToken();
  return new DomainError(
    'conflict',
    outcome === 'full'
      ? `This account has ${maxLiveKeys} API keys that are neither revoked nor expired, which is the limit. Revoke one first: DELETE /api-keys/{key_id}.`
      : 'This API key is revoked, expired or already rotated. Create a key with POST /api-keys, or rotate its replacement.',
  );
}

/** Makes a key without storing it. */
export function newApiKey(
  identifiers: AccountDependencies['identifiers'],
  now: number,
  { accountId, label, scopes = allScopes, restriction = null, expiresAt = null }: CreateApiKeyInput,
): CreatedApiKey {
  const secret = apiKeys.make(identifiers);
  const key: ApiKey = {
    id: identifiers.key(),
    accountId,
    label,
    keyPrefix: keyPrefixOf(secret),
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    restriction,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
  };
  return { key, secret };
}

function problems(input: CreateApiKeyInput, now: number): FieldError[] {
  const { label, scopes = allScopes, restriction, expiresAt = null } = input;
  const errors: FieldError[] = [];
  if (label.trim() === '' || [...label].length > maxLabelLength) {
    errors.push({ path: '/label', message: `must have 1 to ${maxLabelLength} characters and not be blank` });
  } else if (/[\p{Cc}\p{Cs}]/u.test(label)) {
    errors.push({ path: '/label', message: 'must be one line of text, without control characters' });
  }
  const [secret] = findSensitive(label.slice(0, 2 * maxLabelLength));
  if (secret) {
    const what = `contains ${sensitiveLabels[secret.kind]} (${secret.kind})`;
    errors.push({ path: '/label', message: `${what}: name what the key is for, without secrets` });
  }
  if (scopes.length === 0 || scopes.some((scope) => !allScopes.includes(scope))) {
    errors.push({ path: '/scopes', message: 'must name read, write or both: leave it out for both' });
  }
  if (restriction) errors.push(...restrictionProblems(restriction));
  if (expiresAt !== null && !(expiresAt > now)) {
    errors.push({ path: '/expires_at', message: 'must be in the future: leave it out for a key that does not expire' });
  }
  return errors;
}

/** Rejects values that no memory can have, since writes reject such ids and may redact such projects. */
function restrictionProblems({ userId, agentId, project }: KeyRestriction): FieldError[] {
  const found = {
    user_id: userId === null ? undefined : findSecretInId(userId),
    agent_id: agentId === null ? undefined : findSecretInId(agentId),
    project: project === null ? undefined : findSensitive(project)[0],
  };
  return Object.entries(found).flatMap(([name, secret]) => {
    if (!secret) return [];
    return [
      {
        path: `/restrict/${name}`,
        message: `contains ${sensitiveLabels[secret.kind]} (${secret.kind}), which no memory can contain`,
      },
    ];
  });
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
  { store, keyUses }: Pick<AccountDependencies, 'store'> & { keyUses?: Pick<LastUses, 'lastUse'> },
  { accountId, limit, cursor }: ListApiKeysInput,
): Promise<{ keys: ApiKey[]; nextCursor: string | null }> {
  const position = cursor === undefined ? undefined : readPosition(cursor, 'key');
  const after = position && { createdAt: position.at, id: position.id };
  const found = await store.listKeys(accountId, { limit: limit + 1, after });
  const keys = found.slice(0, limit);
  const last = keys.at(-1);
  return {
    keys: keys.map((key) => ({ ...key, lastUsedAt: latest(key.lastUsedAt, keyUses?.lastUse(key.id)) })),
    nextCursor: found.length > limit && last ? writePosition({ at: last.createdAt, id: last.id }) : null,
  };
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
  if (typeof revokedAt !== 'number') throw missingKey();
  return revokedAt;
}

/**
 * Revokes a key as {@link revokeApiKey} does, and repeats the response for an Idempotency-Key.
 * @throws {DomainError} `not_found`, also for the key of another account
 */
export async function revokeApiKeyOnce(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  { accountId, keyId, repeatable }: { accountId: string; keyId: string; repeatable?: Repeatable<number> | undefined },
): Promise<{ kind: 'revoked'; at: number } | Replay> {
  const now = clock.now();
  const present = repeatable && (await store.findKeyById(accountId, keyId));
  const revoked = await store.revokeKey(accountId, keyId, now, recordOf(repeatable, present?.revokedAt ?? now, now));
  if (typeof revoked === 'number') return { kind: 'revoked', at: revoked };
  if (revoked && repeatable) return toReplay(repeatable.idempotency, revoked.replayed);
  throw missingKey();
}

export function missingKey(): DomainError {
  return new DomainError('not_found', 'Unknown API key. GET /api-keys lists the keys of this account.');
}
