import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestAccount, type TestApp } from '../http/start-test-app.ts';
import { runOperatorCommand } from './run-operator-command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Runs a command on the store of the running server. */
function type(...words: string[]): Promise<string> {
  const { records, http } = app.services;
  const opened = { records, clock: http.clock, identifiers: http.identifiers };
  return runOperatorCommand(opened, words);
}

/** The statuses of a read with the key, and of one with the session. */
const statuses = async ({ api, session }: TestAccount) => [
  (await api.get('/usage')).status,
  (await session.get('/auth/me')).status,
];

it('a changed password ends all other sessions, and the keys on request', async () => {
  const account = await app.register();
  const other = app.client({ Authorization: `Bearer ${await app.logIn(account)}` });
  const passwords = { current_password: account.password, new_password: 'nine brave otters' };
  const changed = await account.session.put('/auth/password', { ...passwords, revoke_api_keys: true });
  expect(changed.status, changed.text).toBe(204);
  expect(await statuses(account)).toEqual([401, 200]);
  expect((await other.get('/auth/me')).status).toBe(401);
});

it('the operator resets a password and ends the keys', async () => {
  const account = await app.register();
  await type('account', 'password', account.email, '--revoke-keys');
  expect(await statuses(account)).toEqual([401, 401]);
});

it('the operator ends the sessions of an account', async () => {
  const account = await app.register();
  await type('account', 'sign-out', account.email);
  expect(await statuses(account)).toEqual([200, 401]);
});

it('the operator lists the keys of an account and revokes one', async () => {
  const account = await app.register();
  const [key] = JSON.parse(await type('key', 'list', account.email, '--json'));
  expect(account.key.startsWith(key.key_prefix)).toBe(true);
  await type('key', 'revoke', account.email, key.id);
  expect(await statuses(account)).toEqual([401, 200]);
  expect(await type('key', 'list', account.email)).toMatch(/ revoked /);
});

it('a suspended account is 403 with every credential and after a right password, until it is resumed', async () => {
  const account = await app.register();
  await type('account', 'suspend', account.email);
  expect(await type('account', 'show', account.email)).toContain('suspended since');
  const { email, password } = account;
  const logIn = (given: string) => app.client({}).post('/auth/login', { email, password: given });
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const rejected = [
    ...[await account.api.get('/usage'), await account.session.get('/auth/me')],
    ...[await account.api.post('/mcp', listTools), await logIn(password)],
  ];
  expect(rejected.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([403, 'account_suspended']));
  expect((await logIn('a wrong guess')).status).toBe(401);
  expect((await app.client({ 'X-API-Key': `${account.key}x` }).get('/usage')).status).toBe(401);
  await type('account', 'resume', account.email);
  expect(await statuses(account)).toEqual([200, 200]);
});

it('the pending memories of a suspended account become ready', async () => {
  const account = await app.register();
  app.embedder.hold();
  const { memory_id: id } = (await account.api.post('/memories', { text: 'nothing is lost' })).body;
  await type('account', 'suspend', account.email);
  app.embedder.release();
  const status = async () => (await app.services.http.store.get(account.id, id))?.status;
  await expect.poll(status, { timeout: 5_000, interval: 10 }).toBe('ready');
});
