import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { accessTokens, apiKeys } from '../../../src/domain/accounts/api-key-format.ts';
import { operations } from '../check-response.ts';
import { goodCall, successesOf } from '../good-calls.ts';
import { until } from '../memory-steps.ts';
import { beginBody } from '../send-raw.ts';
import { useTestApp } from '../shared-apps.ts';
import type { TestAccount } from '../start-test-app.ts';

type Headers = Record<string, string>;
const app = useTestApp();
let other: TestAccount;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  const { first } = app;
  other = await app.register();
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

const guarded = operations.filter(({ credentials }) => credentials.length > 0);
const forKeys = guarded.filter(({ credentials, isMcp }) => credentials.includes('ApiKey') && !isMcp);
const forTokensOnly = guarded.filter(({ credentials }) => !credentials.includes('ApiKey'));

// The tenant matrix calls every operation without a credential, with ended ones and with a key of the other scope.
it.each(['createMemory', 'changePassword', 'callMcp'])(
  '%s rejects every wrong credential before all else',
  async (id) => {
    const call = await goodCall(app, app.first, id);
    const bad = Object.values(secrets);
    const wrong: Headers[] = [
      ...bad.flatMap((secret) => [{ 'X-API-Key': secret }, { Authorization: `Bearer ${secret}` }]),
      ...[{ 'X-API-Key': '' }, { Authorization: 'Bearer ' }, { Authorization: 'Basic Zmlyc3Q6cGFzc3dvcmQ=' }],
      // A good one beside a bad one, or beside one of another account.
      ...[secrets['a revoked key'] ?? '', other.key].map((key) => ({ ...app.first.session.headers, 'X-API-Key': key })),
    ];
    for (const headers of wrong) {
      const response = await app.call({ ...call, headers });
      expect(response.status, JSON.stringify(headers)).toBe(401);
      // The MCP endpoint has its code in an error of JSON-RPC.
      expect((response.body.error?.data ?? response.body).code).toBe('unauthenticated');
      for (const secret of bad) expect(response.text).not.toContain(secret);
    }
    const headers = { 'Content-Type': 'text/plain' };
    const worse = { ...call, path: `${call.path}?verbose=1`, headers, raw: '{' };
    expect((await app.call(worse)).status).toBe(401);
  },
);

it.each(forKeys)('$id takes a key with its scopes, beside credentials of a proxy and as Bearer', async (operation) => {
  const { id, scope, responseScope = scope } = operation;
  const { key } = await app.createKey(app.first, { scopes: [...new Set([scope as string, responseScope as string])] });
  for (const headers of [
    { 'X-API-Key': key, Authorization: 'Basic Zmlyc3Q6cGFzc3dvcmQ=' },
    { Authorization: `bearer ${key}` },
  ]) {
    const { status } = await app.call({ ...(await goodCall(app, app.first, id)), headers });
    expect(successesOf(operation)).toContain(status);
  }
});

it('a rejected key is told which scope or credential it needs', async () => {
  const { key } = await app.createKey(app.first, { scopes: ['read'] });
  const { body: scope } = await app.client({ 'X-API-Key': key }).post('/memories', { text: 'a' });
  expect(scope.detail).toContain('Use a key with the `write` scope.');
  const { status, body } = await app.client({ Authorization: `Bearer ${key}` }).get('/auth/me');
  expect([status, body.detail]).toEqual([401, expect.stringContaining('POST /auth/login')]);
});

it('only operations on accounts, keys, the audit log and webhooks take no key', () => {
  for (const { path, scope } of forTokensOnly)
    expect([path, scope]).toEqual([expect.stringMatching(/^\/(auth|api-keys|audit|webhooks)/), undefined]);
});

it('a store that is unavailable is a 503, never a 401: the credential may be good', async () => {
  app.setFault('unavailable', { authentication: true });
  const responses = await Promise.all([app.first.api.get('/usage'), app.first.session.get('/auth/me')]);
  app.setFault('none');
  expect(responses.map(({ status }) => status)).toEqual([503, 503]);
});

it.each(['', 'Token ', 'ApiKey '])(
  '"Authorization: %s<API key>" is rejected, and the reason shows the right header',
  async (scheme) => {
    const { key } = app.first;
    const { status, body, text } = await app.client({ Authorization: `${scheme}${key}` }).get('/memories');
    expect([status, body.detail]).toEqual([401, expect.stringContaining('Send "Authorization: Bearer <API key>"')]);
    expect(text).not.toContain(key);
  },
);

it('a body that takes its time is rejected when the key was revoked before it had arrived', async () => {
  const { id, key } = await app.createKey(app.first);
  const body = JSON.stringify({ text: 'a note that came too late' });
  const headers = { 'X-API-Key': key, 'Content-Length': String(body.length) };
  const { socket, received } = await beginBody(app.url, '/memories', { headers, body: body.slice(0, 5) });
  await app.first.session.delete(`/api-keys/${id}`);
  // A body that arrives sooner needs no second look at its credential.
  await pause(150);
  socket.write(body.slice(5));
  await expect.poll(received).toContain('HTTP/1.1 401 ');
  expect((await app.first.api.get('/memories?limit=1')).text).not.toContain('came too late');
});
