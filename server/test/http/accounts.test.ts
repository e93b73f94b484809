import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './memory-steps.ts';
import { type Client, startTestApp, type TestApp } from './start-test-app.ts';

let app: TestApp;
let anyone: Client;
beforeAll(async () => {
  app = await startTestApp();
  anyone = app.client({});
});
afterAll(() => app.close());

const password = 'correct horse battery staple';
const bearer = (token: string) => app.client({ Authorization: `Bearer ${token}` });

describe('POST /auth/register', () => {
  it('opens an account on the free plan that can sign in', async () => {
    const response = await anyone.post('/auth/register', { email: 'Ada@Example.com', password });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^acct_[0-9A-Z]{26}$/),
      email: 'Ada@Example.com',
      phone: null,
      plan: 'free',
      created_at: expect.any(String),
    });
    const login = await anyone.post('/auth/login', { email: 'ada@EXAMPLE.com', password });
    expect((await bearer(login.body.access_token).get('/auth/me')).body).toEqual(response.body);
  });

  it.each(['ada@example.com', 'ADA@EXAMPLE.COM'])(
    'refuses an e-mail that is taken, regardless of case: %s',
    async (email) => {
      const response = await anyone.post('/auth/register', { email, password });
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    },
  );

  it('takes a phone number instead, once', async () => {
    const response = await anyone.post('/auth/register', { phone: '+46701234567', password });
    expect(response.body).toMatchObject({ email: null, phone: '+46701234567' });
    expect((await anyone.post('/auth/login', { phone: '+46701234567', password })).status).toBe(200);
    expect((await anyone.post('/auth/register', { phone: '+46701234567', password })).status).toBe(409);
  });

  it('of simultaneous registrations of one e-mail takes exactly one', async () => {
    const register = () => anyone.post('/auth/register', { email: 'rush@example.com', password });
    const statuses = (await Promise.all(Array.from({ length: 4 }, register))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    ['8 digits', '12345678'],
    ['blanks around', ' leading and trailing '],
    ['8 astral characters', '😀'.repeat(8)],
    ['256 astral characters', '😀'.repeat(256)],
  ])('takes a password of %s exactly as given', async (_title, given) => {
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await anyone.post('/auth/register', { email, password: given })).status).toBe(201);
    expect((await anyone.post('/auth/login', { email, password: given })).status).toBe(200);
    expect((await anyone.post('/auth/login', { email, password: [...given].with(-1, '.').join('') })).status).toBe(401);
  });
});

describe('POST /auth/login', () => {
  it('gives an opaque token that lives for 30 days and is not to be cached', async () => {
    const response = await anyone.post('/auth/login', { email: app.first.email, password: app.first.password });
    expect(response.body).toMatchObject({
      access_token: expect.stringMatching(/^mnt_[0-9A-Za-z]+$/),
      token_type: 'Bearer',
    });
    const days = (Date.parse(response.body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('answers an impossible address like one that nobody has', async () => {
    for (const email of ['not an address', "' OR 1=1 --", 'nobody@example.com']) {
      const response = await anyone.post('/auth/login', { email, password });
      expect([response.status, response.body.detail]).toEqual([
        401,
        expect.stringContaining('this email and this password'),
      ]);
    }
  });
});

it('POST /auth/logout ends this token and no other', async () => {
  const [one, two] = [await app.logIn(app.first), await app.logIn(app.first)];
  expect((await bearer(one).post('/auth/logout')).status).toBe(204);
  expect((await bearer(one).get('/auth/me')).status).toBe(401);
  expect((await bearer(two).get('/auth/me')).status).toBe(200);
  expect((await app.first.api.get('/memories')).status).toBe(200);
});

describe('PUT /auth/password', () => {
  it('ends all other tokens, not the current one and no key', async () => {
    const account = await app.register();
    const other = await app.logIn(account);
    const change = { current_password: account.password, new_password: 'nine brave otters' };
    expect((await account.session.put('/auth/password', change)).status).toBe(204);
    expect((await account.session.get('/auth/me')).status).toBe(200);
    expect((await bearer(other).get('/auth/me')).status).toBe(401);
    expect((await account.api.get('/memories')).status).toBe(200);
    const logIn = (given: string) => anyone.post('/auth/login', { email: account.email, password: given });
    expect((await logIn(account.password)).status).toBe(401);
    expect((await logIn('nine brave otters')).status).toBe(200);
  });

  it('wants the present password, and changes nothing without it', async () => {
    const account = await app.register();
    const change = { current_password: 'a wrong guess', new_password: 'nine brave otters' };
    const response = await account.session.put('/auth/password', change);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: '/body/current_password', message: 'is not the present password' }]);
    expect(await app.logIn(account)).toEqual(expect.any(String));
  });
});

describe('API keys', () => {
  it('are shown whole once, with everything about them', async () => {
    const { session, id: user_id } = app.first;
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const response = await session.post('/api-keys', { label: 'réport job 😀', scopes: ['read'], expires_at });
    expect(response.status).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    const { key, ...shown } = response.body;
    expect(key).toMatch(/^mnk_[0-9A-Za-z]{33}$/);
    const expected = {
      id: expect.stringMatching(/^key_/),
      user_id,
      label: 'réport job 😀',
      key_prefix: key.slice(0, 12),
      scopes: ['read'],
      expires_at,
    };
    expect(shown).toEqual({ ...expected, created_at: expect.any(String) });

    const listed = await session.get('/api-keys');
    expect(listed.text).not.toContain(key);
    expect(listed.body.results[0]).toEqual({ ...shown, last_used_at: null, revoked_at: null });
  });

  it('may read and write and never expire unless told otherwise', async () => {
    const { body } = await app.first.session.post('/api-keys', { label: 'plain' });
    expect(body).toMatchObject({ scopes: ['read', 'write'], expires_at: null });
  });

  it('are listed newest first, revoked ones included', async () => {
    const account = await app.register();
    const made = [await app.createKey(account), await app.createKey(account), await app.createKey(account)];
    await account.session.delete(`/api-keys/${made[1]?.id}`);
    const { results } = (await account.session.get('/api-keys')).body;
    const ids = results.map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 3)).toEqual(made.map(({ id }) => id).reverse());
    expect(results.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('are refused at once when revoked; revoking again answers the same time', async () => {
    const { id, key } = await app.createKey(app.first);
    const client = app.client({ 'X-API-Key': key });
    expect((await client.get('/memories')).status).toBe(200);
    const first = await app.first.session.delete(`/api-keys/${id}`);
    expect(first.body).toEqual({ id, revoked_at: expect.any(String) });
    expect((await client.get('/memories')).status).toBe(401);
    const again = await app.first.session.delete(`/api-keys/${id}`);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('are refused from the moment they expire', async () => {
    const { key } = await app.createKey(app.first, { expires_at: new Date(Date.now() + 1_000).toISOString() });
    const client = app.client({ 'X-API-Key': key });
    expect((await client.get('/memories')).status).toBe(200);
    const rejected = await until(
      () => client.get('/memories'),
      ({ status }) => status !== 200,
    );
    expect([rejected.status, rejected.body.detail]).toEqual([401, expect.stringContaining('expired')]);
  });

  it('say when they were last used, also when that was a moment ago', async () => {
    const { id, key } = await app.createKey(app.first);
    const lastUse = async () => {
      const { results } = (await app.first.session.get('/api-keys')).body;
      return results.find((one: { id: string }) => one.id === id).last_used_at;
    };
    expect(await lastUse()).toBeNull();
    const before = new Date().toISOString();
    await app.client({ 'X-API-Key': key }).get('/memories');
    expect((await lastUse()) >= before).toBe(true);
  });
});

describe('with registration closed', () => {
  it('nobody registers, whatever they send, and those who are there sign in', async () => {
    const closed = await startTestApp({ MNEMA_REGISTRATION: 'closed' });
    const { body, status } = await closed.client({}).post('/auth/register', { email: 'new@example.com', password });
    expect([status, body.code, body.detail]).toEqual([403, 'registration_closed', expect.stringContaining('operator')]);
    expect(await closed.logIn(closed.first)).toEqual(expect.any(String));
    await closed.close();
  });
});
