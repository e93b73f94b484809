import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { accessTokens, apiKeys } from '../../../src/domain/accounts/api-key-format.ts';
import { operations } from '../check-response.ts';
import { goodCall, successesOf } from '../good-calls.ts';
import { until } from '../memory-steps.ts';
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

it.each(guarded)('$id rejects every wrong credential, before it looks at anything else', async ({ id }) => {
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
});

it.each(forKeys)('$id takes a key with its scopes, also as Bearer, and no other', async (operation) => {
  const { id, scope, responseScope = scope } = operation;
  const right = await app.createKey(app.first, { scopes: [...new Set([scope as string, responseScope as string])] });
  const wrong = await app.createKey(app.first, { scopes: [scope === 'read' ? 'write' : 'read'] });
  const callWith = async (headers: Headers) => app.call({ ...(await goodCall(app, app.first, id)), headers });
  for (const send of [
    // A proxy may have credentials of its own.
    (key: string) => callWith({ 'X-API-Key': key, Authorization: 'Basic Zmlyc3Q6cGFzc3dvcmQ=' }),
    (key: string) => callWith({ Authorization: `bearer ${key}` }),
  ]) {
    expect(successesOf(operation)).toContain((await send(right.key)).status);
    const rejected = await send(wrong.key);
    expect(rejected.status).toBe(403);
    expect(rejected.body.detail).toContain(`Use a key with the \`${scope}\` scope.`);
  }
});

it.each(forTokensOnly)('$id takes no API key, however it is sent', async ({ id, path, scope }) => {
  const call = await goodCall(app, app.first, id);
  for (const headers of [app.first.api.headers, { Authorization: `Bearer ${app.first.key}` }]) {
    const response = await app.call({ ...call, headers });
    expect([response.status, response.body.detail]).toEqual([401, expect.stringContaining('POST /auth/login')]);
  }
  expect([path, scope]).toEqual([expect.stringMatching(/^\/(auth|api-keys|audit|webhooks)/), undefined]);
});

it.each(guarded)('$id is 503 while the store is unavailable, never 401: the credential may be good', async ({ id }) => {
  const call = await goodCall(app, app.first, id);
  app.setFault('unavailable', { authentication: true });
  expect((await app.call(call).finally(() => app.setFault('none'))).status).toBe(503);
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
