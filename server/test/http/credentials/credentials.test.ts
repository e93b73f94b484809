import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTokens, apiKeys } from '../../../src/domain/accounts/api-key-format.ts';
import { operations } from '../check-response.ts';
import { goodCall, successesOf } from '../good-calls.ts';
import { until } from '../memory-steps.ts';
import { startTestApp, type TestAccount, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let other: TestAccount;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp();
  other = await app.register();
  const { first } = app;
  const revoked = await app.createKey(first);
  await first.session.delete(`/api-keys/${revoked.id}`);
  const expired = await app.createKey(first, { expires_at: new Date(Date.now() + 1_000).toISOString() });
  await until(
    () => app.client({ 'X-API-Key': expired.key }).get('/memories'),
    ({ status }) => status === 401,
  );
  const ended = await app.logIn(first);
  await app.client({ Authorization: `Bearer ${ended}` }).post('/auth/logout');
  Object.assign(secrets, {
    'a malformed key': 'my key',
    'half a key': first.key.slice(0, 20),
    'a key in capitals': first.key.toUpperCase(),
    'a key with a wrong checksum': `${first.key.slice(0, -1)}${first.key.endsWith('0') ? '1' : '0'}`,
    'an unknown key': apiKeys.make({ secret: randomBytes }),
    'a revoked key': revoked.key,
    'an expired key': expired.key,
    'an unknown token': accessTokens.make({ secret: randomBytes }),
    'a token that was logged out': ended,
    SQL: "' OR 1=1 --",
    'an id of a key': revoked.id,
  });
});
afterAll(() => app.close());

const guarded = operations.filter(({ credentials }) => credentials.length > 0);
const forKeys = guarded.filter(({ credentials }) => credentials.includes('ApiKey'));
const forTokensOnly = guarded.filter(({ credentials }) => !credentials.includes('ApiKey'));

const callWith = async (operationId: string, headers: Record<string, string>) =>
  app.call({ ...(await goodCall(app, app.first, operationId)), headers });

describe.each(guarded)('$id', ({ id }) => {
  it.each([
    'a malformed key',
    'half a key',
    'a key in capitals',
    'a key with a wrong checksum',
    'an unknown key',
    'a revoked key',
    'an expired key',
    'an unknown token',
    'a token that was logged out',
    'SQL',
    'an id of a key',
  ])('rejects %s, as X-API-Key and as Bearer', async (kind) => {
    const secret = secrets[kind] as string;
    const call = await goodCall(app, app.first, id);
    for (const headers of [{ 'X-API-Key': secret }, { Authorization: `Bearer ${secret}` }]) {
      const response = await app.call({ ...call, headers });
      expect(response.status).toBe(401);
      // The MCP endpoint has its code in an error of JSON-RPC.
      expect((response.body.error?.data ?? response.body).code).toBe('unauthenticated');
      expect(response.text).not.toContain(secret);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['no credential', {}],
    ['an empty key', { 'X-API-Key': '' }],
    ['an empty Bearer', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: 'Basic Zmlyc3Q6cGFzc3dvcmQ=' }],
  ])('rejects %s', async (_kind, headers) => {
    expect((await callWith(id, headers)).status).toBe(401);
  });

  it('rejects a good credential beside a bad one, or beside one of another account', async () => {
    for (const key of [secrets['a revoked key'] as string, other.key]) {
      expect((await callWith(id, { ...app.first.session.headers, 'X-API-Key': key })).status).toBe(401);
    }
  });

  it('checks the credential before anything else', async () => {
    const call = await goodCall(app, app.first, id);
    const wrong = { ...call, path: `${call.path}?verbose=1`, headers: { 'Content-Type': 'text/plain' }, raw: '{' };
    expect((await app.call(wrong)).status).toBe(401);
  });
});

describe.each(forKeys.filter(({ isMcp }) => !isMcp))('$id', (operation) => {
  it('takes a key with its scopes, also as Bearer, and no other', async () => {
    const { id, scope, responseScope = scope } = operation;
    const right = await app.createKey(app.first, { scopes: [...new Set([scope as string, responseScope as string])] });
    const wrong = await app.createKey(app.first, { scopes: [scope === 'read' ? 'write' : 'read'] });
    for (const send of [
      (key: string) => ({ 'X-API-Key': key }),
      (key: string) => ({ Authorization: `bearer ${key}` }),
    ]) {
      expect(successesOf(operation)).toContain((await callWith(id, send(right.key))).status);
      const rejected = await callWith(id, send(wrong.key));
      expect(rejected.status).toBe(403);
      expect(rejected.body.detail).toContain(`Use a key with the \`${scope}\` scope.`);
    }
  });
});

describe.each(forTokensOnly)('$id', ({ id }) => {
  it('takes no API key, however it is sent', async () => {
    for (const headers of [app.first.api.headers, { Authorization: `Bearer ${app.first.key}` }]) {
      const response = await callWith(id, headers);
      expect(response.status).toBe(401);
      expect(response.body.detail).toContain('POST /auth/login');
    }
  });
});

it('every operation that takes a key names the scope it needs, and only those', () => {
  // Each tool of MCP has its own.
  expect(forKeys.filter(({ isMcp }) => !isMcp).every(({ scope }) => scope)).toBe(true);
  expect(forTokensOnly.some(({ scope }) => scope)).toBe(false);
  expect(forTokensOnly.map(({ path }) => path).every((path) => /^\/(auth|api-keys|audit|webhooks)/.test(path))).toBe(
    true,
  );
});

it('a key beside a token of the same account is worth no more than its scopes', async () => {
  const { key } = await app.createKey(app.first, { scopes: ['read'] });
  const response = await app
    .client({ ...app.first.session.headers, 'X-API-Key': key })
    .post('/memories', { text: 'a' });
  expect(response.status).toBe(403);
});

describe('a body that takes its time', () => {
  it('is rejected when the key was revoked before it had arrived', async () => {
    const { id, key } = await app.createKey(app.first);
    const body = JSON.stringify({ text: 'a note that came too late' });
    const request = httpRequest(`${app.url}/memories`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    const received = new Promise<number | undefined>((resolve) =>
      request.once('response', (response) => resolve(response.resume().statusCode)),
    );
    request.write(body.slice(0, 5));
    await sleep(150);
    await app.first.session.delete(`/api-keys/${id}`);
    request.end(body.slice(5));
    expect(await received).toBe(401);
    expect((await app.first.api.get('/memories?limit=1')).text).not.toContain('came too late');
  });
});

it.each(guarded)('$id is 503 while the store is unavailable, never 401: the credential may be good', async ({ id }) => {
  const call = await goodCall(app, app.first, id);
  app.setFault('unavailable', { authentication: true });
  const response = await app.call(call).finally(() => app.setFault('none'));
  expect(response.status).toBe(503);
});
