import { findSensitive, sensitiveLabels } from '@mnema/secret-scanner';
import { findSecretInId, nameProblems } from '../../lib/secrets-in-names.ts';
import { type FieldError, invalidRequest } from '../../ports/errors.ts';
import type { Idempotency, Once } from '../usage/idempotency.ts';
import { readPage } from '../usage/page-cursor.ts';
import type { AccountDependencies, AccountServices } from './account-records.ts';
import { hashSecret, apiKeys as keyFormat, keyPrefixOf } from './api-key-format.ts';
import { missingKey, type StoredNewKey } from './commands.ts';
import { type ApiKey, apiKeys, type KeyRestriction, type Scope } from './kinds.ts';

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

/** The session and the Idempotency-Key of a request; none for the operator. */
interface KeyRequest {
  tokenHash?: string | undefined;
  idempotency?: Idempotency | undefined;
}

export interface CreatedApiKey extends StoredNewKey {
  /** The whole key. It can be shown only now, because the store keeps its hash. null if the response is sent again. */
  secret: string | null;
  isReplay: boolean;
}

const maxLabelLength = 100;
const allScopes: readonly Scope[] = ['read', 'write'];
/** The maximum of active keys of an account. Revoked and expired keys do not count. */
const maxLive = 100;

/** Creates a key. @throws {DomainError} `invalid_request`; `conflict` when the account has too many active keys */
export async function createApiKey(
  { records, clock, identifiers }: AccountDependencies,
  { tokenHash, idempotency, ...input }: CreateApiKeyInput & KeyRequest,
): Promise<CreatedApiKey> {
  const now = clock.now();
  const errors = problems(input, now);
  if (errors.length > 0) throw invalidRequest(...errors);
  const { key, secret } = newApiKey(identifiers, now, input);
  return withSecret(secret, await records.run(input.accountId, 'createKey', { key, maxLive, tokenHash, idempotency }));
}

/** The secret belongs to the key of the first response, and is sent only with it. */
function withSecret(secret: string, { value, isReplay }: Once<StoredNewKey>): CreatedApiKey {
  return { ...value, secret: isReplay ? null : secret, isReplay };
}

export interface RotateApiKeyInput extends KeyRequest {
  accountId: string;
  keyId: string;
  overlapSeconds: number;
}

/**
 * Replaces a key by a new one with its label, scopes, restriction and expiry.
 * @throws {DomainError} `not_found`; `conflict` when it has ended or was replaced, or the account has too many keys
 */
export async function rotateApiKey(
  { records, clock, identifiers }: AccountDependencies,
  { accountId, keyId, overlapSeconds, ...request }: RotateApiKeyInput,
): Promise<CreatedApiKey> {
  const old = await records.get(apiKeys, { accountId, id: keyId });
  if (!old) throw missingKey();
  const now = clock.now();
  const { key, secret } = newApiKey(identifiers, now, old);
  const replaces = { keyId, endsAt: now + overlapSeconds * 1_000 };
  return withSecret(secret, await records.run(accountId, 'createKey', { key, maxLive, replaces, ...request }));
}

export function newApiKey(
  identifiers: AccountDependencies['identifiers'],
  now: number,
  { accountId, label, scopes = allScopes, restriction = null, expiresAt = null }: CreateApiKeyInput,
): { key: ApiKey; secret: string } {
  const secret = keyFormat.make(identifiers);
  const key: ApiKey = {
    ...{ id: identifiers.key(), accountId, label, restriction, createdAt: now, expiresAt },
    ...{ hash: hashSecret(secret), keyPrefix: keyPrefixOf(secret) },
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    ...{ revokedAt: null, lastUsedAt: null, replacedBy: null },
  };
  return { key, secret };
}

function problems(input: CreateApiKeyInput, now: number): FieldError[] {
  const { label, scopes = allScopes, restriction, expiresAt = null } = input;
  const labelProblems = nameProblems(label, maxLabelLength, 'name what the key is for, without secrets');
  const errors: FieldError[] = labelProblems.map((message) => ({ path: '/label', message }));
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
    const message = `contains ${sensitiveLabels[secret.kind]} (${secret.kind}), which no memory can contain`;
    return { path: `/restrict/${name}`, message };
  });
}

/** Lists keys, newest first, also revoked ones. @throws {DomainError} `invalid_request` for an unknown cursor */
export async function listApiKeys(
  { records, uses }: Pick<AccountServices, 'records'> & Partial<Pick<AccountServices, 'uses'>>,
  { accountId, ...page }: { accountId: string; limit: number; cursor?: string | undefined },
) {
  await uses?.flush();
  return readPage<ApiKey>(page, 'key', 'createdAt', (limit, after) =>
    records.scan(apiKeys, 'created', { of: [accountId], descending: true, limit, after }),
  );
}
