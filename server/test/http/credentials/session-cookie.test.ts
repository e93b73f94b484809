import { expect } from 'vitest';
import { it, useAccount } from '../shared-apps.ts';
import { type Client, startTestApp, type TestAccount } from '../start-test-app.ts';

const { app, account } = useAccount();

async function signIn({ email, password }: TestAccount, headers = {}): Promise<Client> {
  const response = await app.client(headers).post('/auth/session', { email, password });
  expect([response.status, response.headers['cache-control']]).toEqual([204, 'no-store']);
  const [line = ''] = response.headers['set-cookie'] as unknown as string[];
  // Scripts cannot read it, and pages of other sites do not send it.
  expect(line).toMatch(/^mnema_session=mnt_\w+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
  return app.client({ Cookie: `theme=dark; ${line.split(';')[0]}` });
}

const own = () => ({ Origin: app.url });

it('over HTTPS, by a proxy or the public URL, the cookie is bound to the host', async () => {
  const proxied = await startTestApp({ MNEMA_TRUSTED_PROXIES: 'loopback' });
  const { email, password } = proxied.first;
  const headers = { 'X-Forwarded-Proto': 'https' };
  const response = await proxied.client(headers).post('/auth/session', { email, password });
  const [line = ''] = response.headers['set-cookie'] as unknown as string[];
  expect(line).toMatch(/^__Host-mnema_session=mnt_\w+; Path=\/; .*; Secure$/);
  const [cookie = ''] = line.split(';');
  const statusOf = async (more: object) =>
    (await proxied.client({ ...headers, Cookie: cookie, ...more }).post('/search', { query: 'a' })).status;
  // A cookie that an insecure page could have set is not accepted.
  expect(await statusOf({ Cookie: cookie.replace('__Host-', ''), Origin: proxied.url })).toBe(401);
  expect(await statusOf({ Origin: proxied.url })).toBe(403);
  expect(await statusOf({ Origin: proxied.url.replace('http:', 'https:') })).toBe(200);
  await proxied.close();
  const served = await app.withServices({ publicUrl: 'https://memory.example.com' });
  const secure = await served.client({}).post('/auth/session', { email: account.email, password: account.password });
  expect(secure.headers['set-cookie']?.[0]).toContain('; Secure');
  const ofPublicUrl = {
    Cookie: secure.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    Origin: 'https://memory.example.com',
  };
  expect((await served.client(ofPublicUrl).post('/search', { query: 'a' })).status).toBe(200);
});

it('the cookie is accepted wherever an access token is', async () => {
  const client = await signIn(account);
  expect((await client.get('/auth/me')).body.id).toBe(account.id);
  expect((await client.get('/memories')).status).toBe(200);
  expect((await client.post('/memories', { text: 'the harbour' }, own())).status).toBe(202);
  // Beside it, a key or token must be of the same account.
  const other = await app.register();
  for (const { headers } of [other.api, other.session])
    expect((await client.get('/memories', headers)).status).toBe(401);
  for (const path of ['/memories', '/auth/me']) expect((await client.get(path, account.api.headers)).status).toBe(200);
  const { body } = await client.get('/auth/sessions');
  expect(body.results[0]).toMatchObject({ current: true, user_agent: null, address: '127.0.0.1' });
});

it('of several cookies with the name, the valid one counts, wherever it stands', async () => {
  const cookieOf = ({ headers }: Client) => String(headers['Cookie']).replace('theme=dark; ', '');
  const valid = cookieOf(await signIn(account));
  const ended = await signIn(account);
  const stale = cookieOf(ended);
  expect((await ended.delete('/auth/session', own())).status).toBe(204);
  for (const cookies of [
    [stale, valid],
    [valid, stale],
    ['mnema_session=', 'mnema_session=junk', stale, valid],
  ]) {
    const client = app.client({ Cookie: cookies.join('; ') });
    expect((await client.get('/auth/me')).body.id).toBe(account.id);
    expect((await client.post('/search', { query: 'a' })).body.code).toBe('origin_not_allowed');
  }
  expect((await app.client({ Cookie: `${stale}; ${stale}` }).get('/auth/me')).status).toBe(401);
  const out = app.client({ Cookie: `${stale}; ${valid}`, ...own() });
  expect((await out.delete('/auth/session')).status).toBe(204);
  expect((await out.get('/auth/me')).status).toBe(401);
});

it('a change without an Origin of this server, or with that of another port', async () => {
  const client = await signIn(account);
  const port = Number(new URL(app.url).port);
  for (const Origin of [undefined, 'null', 'https://example.com', `http://127.0.0.1:${port + 1}`, `${app.url}.`]) {
    const { status, body } = await client.post('/search', { query: 'a' }, Origin === undefined ? {} : { Origin });
    expect([Origin, status, body.code]).toEqual([Origin, 403, 'origin_not_allowed']);
  }
  expect((await client.post('/search', { query: 'a' }, own())).status).toBe(200);
});

it('a cookie whose session has ended, which the response to the sign-out removes', async () => {
  const client = await signIn(account);
  expect((await client.delete('/auth/session')).status).toBe(403);
  const out = await client.delete('/auth/session', own());
  expect(out.status).toBe(204);
  expect((out.headers['set-cookie'] as unknown as string[])[0]).toMatch(/^mnema_session=; .*Max-Age=0/);
  expect((await client.get('/auth/me')).status).toBe(401);
});
