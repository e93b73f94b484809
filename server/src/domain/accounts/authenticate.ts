import { DomainError, unauthenticated } from '../../ports/errors.ts';
import type { Actor } from '../../ports/memory.ts';
import type { Reader } from '../../ports/record-store.ts';
import type { AccountServices } from './account-records.ts';
import { hashSecret, apiKeys as keyFormat, accessTokens as tokenFormat } from './api-key-format.ts';
import { endedToken } from './commands.ts';
import { type Account, type ApiKey, accessTokens, accountFields, accounts, apiKeys, type Scope } from './kinds.ts';

/** The account behind a request, and the scopes of its credential. */
export interface Principal {
  account: Account;
  scopes: readonly Scope[];
  /** The restriction of the API key; null: the caller may access the whole account. */
  restriction: ApiKey['restriction'];
  via: 'key' | 'token';
  keyId: string | null;
  keyPrefix: string | null;
  tokenHash: string | null;
}

/** Identifies the API key of a request, or the account for all of its sessions. */
export function credentialOf({ keyId, account }: Pick<Principal, 'keyId' | 'account'>): string {
  return keyId ?? account.id;
}

export function actorOf({ via, keyPrefix }: Pick<Principal, 'via' | 'keyPrefix'>): Actor {
  return { kind: via === 'key' ? 'api_key' : 'session', keyPrefix };
}

export interface AuthenticateInput {
  apiKey?: string | undefined;
  authorization?: string | undefined;
  /** The access tokens in cookies of the session. The first valid one counts, because others may be stale. */
  cookies?: readonly string[];
  /** Whether the operation accepts API keys. If not, it needs an access token. */
  keysAllowed: boolean;
}

/** Returns the same name for the same credentials and kind of operation only. */
export function nameCredentials({ apiKey, authorization, cookies, keysAllowed }: AuthenticateInput): string {
  return JSON.stringify([keysAllowed, apiKey, authorization, cookies]);
}

/**
 * Every credential sent must be valid and belong to the same account. When a key comes with a token where keys are
 * allowed, the scopes of the key limit the request.
 * @throws {DomainError} `unauthenticated`, whose message names the credential to send; `account_suspended`
 */
export async function authenticate(
  services: Pick<AccountServices, 'records' | 'clock' | 'uses'>,
  { apiKey, authorization, cookies = [], keysAllowed }: AuthenticateInput,
): Promise<Principal> {
  const bearer = bearerOf(authorization);
  const found: Principal[] = [];
  if (apiKey !== undefined) found.push(await byKey(services, apiKey));
  if (bearer !== undefined) {
    found.push(keyFormat.isMeant(bearer) ? await byKey(services, bearer) : await byToken(services, bearer));
  }
  if (cookies.length > 0) found.push(await byFirstValid(services, cookies));

  const [first] = found;
  if (!first) throw unauthenticated(missing(authorization, keysAllowed));
  if (found.some(({ account }) => account.id !== first.account.id)) {
    throw unauthenticated('The credentials belong to different accounts. Send one of them.');
  }
  const principal = keysAllowed ? first : found.find(({ via }) => via === 'token');
  if (!principal) {
    throw unauthenticated(
      'This endpoint does not accept API keys. Send "Authorization: Bearer <access token>"; get a token from POST /auth/login.',
    );
  }
  requireActive(principal.account);
  const now = services.clock.now();
  for (const { keyId, tokenHash } of found) {
    const credential = (keyId ?? tokenHash) as string;
    services.uses.add(credential, [credential, now]);
  }
  return principal;
}

/** Other schemes are ignored, because a proxy may require them. */
function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer(?: +(.*))?$/is.exec(authorization.trim())?.[1]?.trim();
}

type Finding = Pick<AccountServices, 'records' | 'clock'>;

async function byKey({ records, clock }: Finding, text: string): Promise<Principal> {
  if (!keyFormat.isValid(text)) {
    throw unauthenticated(
      'This is not a complete API key. Mnema keys start with mnk_ and have 37 characters. Copy it again.',
    );
  }
  const found = await findKey(records, hashSecret(text));
  if (!found)
    throw unauthenticated('Unknown API key. Create one with POST /api-keys, or check that this is the right server.');
  const { credential: key, account } = found;
  if (key.revokedAt !== null) throw unauthenticated('This API key has been revoked. Create a new one.');
  if (key.expiresAt !== null && key.expiresAt <= clock.now()) {
    throw unauthenticated('This API key has expired. Create a new one.');
  }
  const { id: keyId, keyPrefix, scopes, restriction } = key;
  return { account, scopes, restriction, via: 'key', keyId, keyPrefix, tokenHash: null };
}

async function byToken({ records, clock }: Finding, text: string): Promise<Principal> {
  const hash = hashSecret(text);
  const found = tokenFormat.isValid(text) ? await findToken(records, hash) : undefined;
  if (!found || found.credential.expiresAt <= clock.now()) throw endedToken();
  const { account } = found;
  const none = { restriction: null, keyId: null, keyPrefix: null };
  return { account, scopes: ['read', 'write'], via: 'token', ...none, tokenHash: hash };
}

async function byFirstValid(services: Finding, [text = '', ...others]: readonly string[]): Promise<Principal> {
  try {
    return await byToken(services, text);
  } catch (error) {
    if (others.length === 0 || !(error instanceof DomainError)) throw error;
    return byFirstValid(services, others);
  }
}

/** Finds an access token, also an expired one, with its account. */
export async function findToken(reader: Pick<Reader, 'get' | 'scan'>, hash: string) {
  return withAccount(reader, await reader.scan(accessTokens, 'hash', { of: [hash], limit: 1 }));
}

const keyFields = ['accountId', 'id', 'keyPrefix', 'scopes', 'restriction', 'expiresAt', 'revokedAt'] as const;

/** Finds an API key, also one that has ended, with its account. */
export async function findKey(reader: Pick<Reader, 'get' | 'scan'>, hash: string) {
  return withAccount(reader, await reader.scan(apiKeys, 'hash', { of: [hash], limit: 1, only: keyFields }));
}

const principalFields = [...accountFields, 'deletionId'] as const;

async function withAccount<One extends { accountId: string }>(
  reader: Pick<Reader, 'get'>,
  [credential]: readonly One[],
): Promise<{ credential: One; account: Account } | undefined> {
  if (!credential) return undefined;
  const account = await reader.get(accounts, { id: credential.accountId }, principalFields);
  return account?.deletionId === null ? { credential, account } : undefined;
}

function missing(authorization: string | undefined, keysAllowed: boolean): string {
  if (keysAllowed && authorization?.split(/\s+/).some(keyFormat.isMeant)) {
    return 'The Authorization header has an API key, but not as a Bearer token. Send "Authorization: Bearer <API key>" or "X-API-Key: <API key>".';
  }
  const problem =
    authorization === undefined ? 'No credential was sent.' : 'The Authorization header has no Bearer token.';
  const token = '"Authorization: Bearer <access token>" (get one from POST /auth/login)';
  return keysAllowed ? `${problem} Send "X-API-Key: <API key>" or ${token}.` : `${problem} Send ${token}.`;
}

/** @throws {DomainError} `account_suspended` */
export function requireActive({ suspendedAt }: Pick<Account, 'suspendedAt'>): void {
  if (suspendedAt === null) return;
  throw new DomainError(
    'account_suspended',
    "This account is suspended. Its memories remain stored. Ask the server's operator to resume it.",
  );
}

/** @param use what gives access instead @throws {DomainError} `insufficient_scope` */
export function requireScope(
  scope: Scope,
  { scopes }: Pick<Principal, 'scopes'>,
  use = `. Use a key with the \`${scope}\` scope.`,
): void {
  if (!scopes.includes(scope)) {
    throw new DomainError('insufficient_scope', `This API key is ${scopes.join(' and ')}-only${use}`);
  }
}

/** @throws {DomainError} `insufficient_scope`, with the header that the request needs without this scope */
export function requireResponseScope(scope: Scope, principal: Pick<Principal, 'scopes'>): void {
  const withoutBody = 'Send "Prefer: return=minimal" to get no body, or';
  requireScope(
    scope,
    principal,
    `, and the response contains the memory. ${withoutBody} use a key with the \`${scope}\` scope.`,
  );
}
