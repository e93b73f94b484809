import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCountingIdentifiers } from '../../../test/counting-identifiers.ts';
import { createStoresInMemory } from '../../../test/create-stores-in-memory.ts';
import { quickPasswords as passwords } from '../../../test/quick-passwords.ts';
import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import { DomainError } from '../../ports/errors.ts';
import { noCustomLimits } from '../usage/quota.ts';
import { type AccountRecords, findAccount, listAccounts } from './account-records.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { accessTokens, apiKeys, hashSecret } from './api-key-format.ts';
import type { CreateApiKeyInput } from './api-keys.ts';
import { findToken, type Principal } from './authenticate.ts';
import { type AccessToken, apiKeys as keyKind } from './kinds.ts';
import { resetPassword } from './passwords.ts';

const start = Date.UTC(2026, 5, 1);
const day = 86_400_000;
const email = 'ada@example.com';
const password = 'correct horse';
const address = '203.0.113.9';
let records: AccountRecords;
let time: number;
let accounts: AccountService;

beforeEach(async () => {
  time = start;
  records = { ...(await createStoresInMemory({ now: () => time })).records };
  accounts = create();
});
afterEach(() => accounts.stop());

function create(options: { registration?: 'open' | 'closed' } = {}): AccountService {
  return createAccountService({
    records,
    clock: { now: () => time },
    identifiers: createCountingIdentifiers(),
    sessionDays: 30,
    registration: 'open',
    limiter: createInProcessRateLimiter(),
    passwords,
    onBackgroundError: (error) => {
      throw error;
    },
    ...options,
  });
}

const operator = () => ({ records, identifiers: createCountingIdentifiers(), passwords });

async function rejection(promise: Promise<unknown>): Promise<DomainError> {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DomainError);
  return error as DomainError;
}

const keysOf = async (accountId: string) => (await accounts.listApiKeys({ accountId, limit: 10 })).found;
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
const authenticate = (input: { apiKey?: string; authorization?: string }) =>
  accounts.authenticate({ ...input, keysAllowed: true });
const authenticateToken = (input: { apiKey?: string; authorization?: string }) =>
  accounts.authenticate({ ...input, keysAllowed: false });

describe('registration', () => {
  it('opens a free account by email, which is kept as it was given, or by phone', async () => {
    const account = await accounts.registerAccount({ address, email: 'Ada@Example.com', password });
    const free = { id: account.id, plan: 'free', limits: noCustomLimits, createdAt: start, suspendedAt: null };
    expect(account).toEqual({ ...free, email: 'Ada@Example.com', phone: null });
    expect(await findAccount(records, { id: account.id })).toMatchObject(account);
    const byPhone = await accounts.registerAccount({ address, phone: '+46701234567', password });
    expect(byPhone).toMatchObject({ email: null, phone: '+46701234567' });
    await accounts.logIn({ address, phone: '+46701234567', password });
  });

  it('lists every invalid field at once', async () => {
    const error = await rejection(accounts.registerAccount({ address, email: 'nobody', password: 'short' }));
    expect(error.code).toBe('invalid_request');
    expect(error.errors?.map(({ path }) => path)).toEqual(['/email', '/password']);
    expect(error.message).toMatch(/^email .*; password .*\.$/);
  });

  const localParts = ['', 'ada', 'ada@', '@example.com', 'ada@b@c', 'ada @example.com', 'ada@example..com'];
  const emails = [...localParts, 'ada\0@example.com', 'ada\ud800@example.com'];
  const longEmails = [`${'a'.repeat(65)}@example.com`, `ada@${'e'.repeat(251)}`];

  it.each([
    [{ email, phone: '+46701234567' }, '/phone'],
    [{}, ''],
    ...[...emails, ...longEmails].map((given) => [{ email: given }, '/email'] as const),
    ...['0701234567', '+0701234567', '+46 70 123', '+1234567890123456'].map((phone) => [{ phone }, '/phone'] as const),
  ] as const)('rejects %j and names the field', async (identifier, path) => {
    const error = await rejection(accounts.registerAccount({ address, ...identifier, password }));
    expect(error.code).toBe('invalid_request');
    expect(error.errors?.map((fault) => fault.path)).toEqual([path]);
    expect(await listAccounts(records)).toEqual([]);
  });

  it.each(['ada@localhost', 'o’hara+x@exämple.se', `ada@${'e'.repeat(250)}`])('accepts the email %s', async (given) => {
    expect((await accounts.registerAccount({ address, email: given, password })).email).toBe(given);
  });

  it.each([
    ['8 characters', '🐘'.repeat(8), true],
    ['256 characters', '🐘'.repeat(256), true],
    ['blanks and NUL', ' \0\t\n    ', true],
    ['7 characters', '🐘'.repeat(7), false],
    ['257 characters', 'x'.repeat(257), false],
    ['half a surrogate pair', `${'x'.repeat(8)}\ud83d`, false],
  ])('of a password of %s is accepted if it has 8 to 256 whole characters', async (_what, given, isAccepted) => {
    const registered = accounts.registerAccount({ address, email, password: given });
    if (isAccepted) {
      await registered;
      await accounts.logIn({ address, email, password: given });
    } else {
      const error = await rejection(registered);
      expect(error.errors?.map(({ path }) => path)).toEqual(['/password']);
      expect(error.message).not.toContain(given);
    }
  });
});

describe('login', () => {
  beforeEach(async () => {
    await accounts.registerAccount({ address, email, password });
  });

  it('gives a token that is valid for the configured days and not a moment longer', async () => {
    const { accessToken, expiresAt } = await accounts.logIn({ address, email: 'ADA@EXAMPLE.COM', password });
    expect(expiresAt).toBe(start + 30 * day);
    time = expiresAt - 1;
    const principal = { account: { email }, scopes: ['read', 'write'], via: 'token', keyId: null, keyPrefix: null };
    expect(await authenticateToken(bearer(accessToken))).toMatchObject(principal);
    time = expiresAt;
    expect((await rejection(authenticateToken(bearer(accessToken)))).code).toBe('unauthenticated');
  });

  it('has the same response to an unknown account, an impossible email and a wrong password, after one verification', async () => {
    const wrong = await rejection(accounts.logIn({ address, email, password: 'wrong horse' }));
    expect(wrong.code).toBe('unauthenticated');
    const verify = vi.spyOn(passwords, 'verify');
    for (const unknown of ['eve@example.com', 'nobody']) {
      const error = await rejection(accounts.logIn({ address, email: unknown, password }));
      expect({ ...error, message: error.message }).toEqual({ ...wrong, message: wrong.message });
    }
    expect(verify.mock.calls).toEqual(Array(2).fill([password, passwords.dummyHash]));
    verify.mockRestore();
  });

  it('rejects email and phone together, and a request with neither', async () => {
    const both = { email, phone: '+46701234567' };
    expect((await rejection(accounts.logIn({ address, ...both, password }))).code).toBe('invalid_request');
    expect((await rejection(accounts.logIn({ address, password }))).code).toBe('invalid_request');
  });

  it('leaves no session behind when the password changes meanwhile', async () => {
    const { run } = records;
    let hash: string | undefined;
    records.run = (async (accountId, name, input) => {
      if (name === 'createToken') {
        await run(accountId, 'changePassword', { accountId, passwordHash: 'another hash' });
        hash = (input as { token: AccessToken }).token.hash;
      }
      return run(accountId, name, input);
    }) as typeof run;
    expect((await rejection(accounts.logIn({ address, email, password }))).code).toBe('unauthenticated');
    expect(hash).toBeDefined();
    expect(await findToken(records, hash as string)).toBeUndefined();
  });
});

describe('changing the password', () => {
  let principal: Principal;
  let accessToken: string;

  beforeEach(async () => {
    await accounts.registerAccount({ address, email, password });
    ({ accessToken } = await accounts.logIn({ address, email, password }));
    principal = await authenticateToken(bearer(accessToken));
  });
  const change = (currentPassword: string, newPassword: string) =>
    accounts.changePassword({
      ...{ address, account: principal.account, currentPassword, newPassword },
      ...{ tokenHash: principal.tokenHash as string, revokeApiKeys: false },
    });

  it('is rejected with a wrong current password or a short new one, and the password stays', async () => {
    for (const [current, given, path] of [
      ['wrong horse', 'battery staple', '/current_password'],
      [password, 'short', '/new_password'],
    ] as const) {
      const error = await rejection(change(current, given));
      expect([error.code, error.errors?.map((fault) => fault.path)]).toEqual(['invalid_request', [path]]);
    }
    await accounts.logIn({ address, email, password });
  });

  it('by the operator needs no current password and ends all sessions', async () => {
    const made = await resetPassword(operator(), { accountId: principal.account.id });
    expect(made.length).toBeGreaterThanOrEqual(20);
    expect((await rejection(authenticateToken(bearer(accessToken)))).code).toBe('unauthenticated');
    await accounts.logIn({ address, email, password: made });
    expect((await rejection(resetPassword(operator(), { accountId: principal.account.id, password: 'x' }))).code).toBe(
      'invalid_request',
    );
  });
});

describe('API keys', () => {
  let accountId: string;
  const createKey = async (input: Omit<CreateApiKeyInput, 'accountId'>) => {
    const { key, secret } = await accounts.createApiKey({ accountId, ...input });
    return { key, secret: secret as string };
  };

  beforeEach(async () => {
    accountId = (await accounts.registerAccount({ address, email, password })).id;
  });

  it('may read and write and never expire by default, and have the requested scopes once', async () => {
    const { key, secret } = await createKey({ label: 'ci' });
    expect(key).toEqual({
      ...{ id: key.id, accountId, hash: hashSecret(secret), label: 'ci', keyPrefix: secret.slice(0, 12) },
      ...{ scopes: ['read', 'write'], createdAt: start, expiresAt: null, revokedAt: null, lastUsedAt: null },
      ...{ restriction: null, replacedBy: null },
    });
    expect(await keysOf(accountId)).toEqual([key]);
    const { secret: readOnly } = await createKey({ label: 'ci', scopes: ['read', 'read'] });
    expect((await authenticate({ apiKey: readOnly })).scopes).toEqual(['read']);
  });

  it.each([
    [{ label: '' }, '/label'],
    [{ label: ' \t' }, '/label'],
    [{ label: 'x'.repeat(101) }, '/label'],
    [{ label: 'a\0b' }, '/label'],
    [{ label: 'ci', scopes: [] }, '/scopes'],
    [{ label: 'ci', scopes: ['admin' as 'read'] }, '/scopes'],
    [{ label: 'ci', expiresAt: start }, '/expires_at'],
    [{ label: 'ci', expiresAt: Number.NaN }, '/expires_at'],
  ])('with %j are rejected with an error that names the field', async (input, path) => {
    const error = await rejection(accounts.createApiKey({ accountId, ...input }));
    expect(error.code).toBe('invalid_request');
    expect(error.errors?.map((fault) => fault.path)).toEqual([path]);
    expect(await keysOf(accountId)).toEqual([]);
  });

  it('are rejected from the moment they are revoked or expire', async () => {
    const { key, secret: revoked } = await createKey({ label: 'ci' });
    const { secret: expired } = await createKey({ label: 'ci', expiresAt: start + 10 });
    time = start + 9;
    for (const apiKey of [revoked, expired]) await authenticate({ apiKey });
    await records.run(accountId, 'revokeKey', { accountId, keyId: key.id });
    time = start + 10;
    for (const [reason, apiKey] of Object.entries({ revoked, expired })) {
      const error = await rejection(authenticate({ apiKey }));
      expect(error).toMatchObject({ code: 'unauthenticated', message: expect.stringContaining(reason) });
    }
    await rejection(authenticateToken({ apiKey: revoked }));
    expect((await keysOf(accountId)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([start + 9, start + 9]);
  });

  it('show their last use, which is written when they are listed, or on stop', async () => {
    const { key, secret } = await createKey({ label: 'ci' });
    const storedKey = () => records.get(keyKind, { accountId, id: key.id });
    time += 7;
    await authenticate({ apiKey: secret });
    expect((await storedKey())?.lastUsedAt).toBeNull();
    expect((await keysOf(accountId))[0]?.lastUsedAt).toBe(start + 7);
    time += 7;
    await authenticate({ apiKey: secret });
    await accounts.stop();
    expect((await storedKey())?.lastUsedAt).toBe(start + 14);
  });
});

describe('authentication', () => {
  let secret: string;
  let accessToken: string;

  beforeEach(async () => {
    const { id } = await accounts.registerAccount({ address, email, password });
    secret = (await accounts.createApiKey({ accountId: id, label: 'ci', scopes: ['read'] })).secret as string;
    ({ accessToken } = await accounts.logIn({ address, email, password }));
  });

  it('accepts a key as X-API-Key or as Bearer, and a token, where keys are allowed', async () => {
    const key = { account: { email }, scopes: ['read'], via: 'key', keyPrefix: secret.slice(0, 12), tokenHash: null };
    // The credentials of a proxy, or a token of the same account, may be beside a key.
    const beside = [{ authorization: 'Basic YWRhOmFkYQ==' }, bearer(accessToken)];
    const withBoth = beside.map((more) => ({ apiKey: secret, ...more }));
    for (const input of [{ apiKey: secret }, bearer(secret), { authorization: `bearer  ${secret} ` }, ...withBoth]) {
      expect(await authenticate(input)).toMatchObject(key);
    }
    expect(await authenticate(bearer(accessToken))).toMatchObject({ via: 'token', account: { email } });
    expect(await authenticateToken({ apiKey: secret, ...bearer(accessToken) })).toMatchObject({ via: 'token' });
  });

  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: 'Basic YWRhOmFkYQ==' }],
    ['Bearer without a token', { authorization: 'Bearer' }],
    ['an unknown key', { apiKey: apiKeys.make({ secret: randomBytes }) }],
    ['a damaged key', { apiKey: apiKeys.make({ secret: randomBytes }).slice(0, -1) }],
    ['an unknown token', { authorization: `Bearer ${accessTokens.make({ secret: randomBytes })}` }],
    ['a token as key', { apiKey: accessTokens.make({ secret: randomBytes }) }],
  ])('rejects %s and names the credential to send', async (_what, input) => {
    const error = await rejection(authenticate(input));
    expect(error.code).toBe('unauthenticated');
    expect(error.message).toMatch(/Send|Create|Copy|Get/);
  });

  it('does not query the store for a key of impossible form', async () => {
    const scan = vi.spyOn(records, 'scan');
    await rejection(authenticate({ apiKey: `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}` }));
    expect(scan).not.toHaveBeenCalled();
  });
});

describe('the first account', () => {
  it('is created in an empty store, without limits, with a valid password and key', async () => {
    const first = await accounts.bootstrapAccount({ email: 'admin@mnema.local' });
    if (!first) throw new Error('no account was made');
    expect(first.email).toBe('admin@mnema.local');
    await accounts.logIn({ address, email: first.email, password: first.password });
    const principal = await authenticate({ apiKey: first.key });
    const account = { plan: 'enterprise', email: 'admin@mnema.local' };
    expect(principal).toMatchObject({ account, scopes: ['read', 'write'] });
    expect(await keysOf(principal.account.id)).toMatchObject([{ label: 'first key' }]);
  });

  it('has the password that was given, and is not created where an account exists', async () => {
    const first = await accounts.bootstrapAccount({ email, password });
    expect(first?.password).toBe(password);
    await accounts.logIn({ address, email, password });
    expect(await accounts.bootstrapAccount({ email: 'admin@mnema.local' })).toBeNull();
    expect(await listAccounts(records)).toHaveLength(1);
    expect(await records.scan(keyKind, 'key', { of: [], limit: 9 })).toHaveLength(1);
  });
});
