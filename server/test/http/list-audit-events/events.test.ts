import { expect } from 'vitest';
import { hashSecret } from '../../../src/domain/accounts/api-key-format.ts';
import { attemptRules } from '../../../src/domain/accounts/attempt-throttle.ts';
import { sessionIdOf } from '../../../src/domain/accounts/commands.ts';
import { until } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import { startTestApp, type TestAccount, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register();
});

const list = async (query = '') => (await account.session.get(`/audit${query}`)).body;
const actions = async () =>
  (await list()).results.map(({ action, outcome }: Record<string, string>) => [action, outcome]);

it('200: log-ins, keys, passwords and sessions with who did it, newest first, without secrets', async () => {
  const { email, password, session } = account;
  const { id, key } = await app.createKey(account);
  const { body: rotated } = await session.post(`/api-keys/${id}/rotate`, { overlap_seconds: 0 });
  await session.delete(`/api-keys/${rotated.id}`);
  await app.client({}).post('/auth/login', { email, password: 'not the password' });
  const token = await app.logIn(account);
  await session.delete('/auth/sessions?others=true');
  await session.put('/auth/password', { current_password: password, new_password: password });
  const expected = [
    ['password_changed', 'ok'],
    ['session_ended', 'ok'],
    ['log_in', 'ok'],
    ['log_in', 'failed'],
    ['key_revoked', 'ok'],
    ['key_rotated', 'ok'],
    ['key_created', 'ok'],
    ['key_created', 'ok'],
    ['log_in', 'ok'],
    ['registration', 'ok'],
  ];
  expect(await until(actions, (found) => found.length === expected.length)).toEqual(expected);
  const { results } = await list();
  expect(results[6]).toEqual({
    ...{ id: expect.stringMatching(/^evt_/), time: expect.any(String), action: 'key_created', outcome: 'ok' },
    actor: { kind: 'session', session_id: sessionIdOf(hashSecret(account.token)) },
    ...{ address: '127.0.0.1', detail: { key_id: id, key_prefix: key.slice(0, 12) } },
  });
  expect(results[3]).toMatchObject({ actor: { kind: 'anonymous' }, detail: {} });
  const text = JSON.stringify(results);
  for (const secret of [password, key, rotated.key, token, email]) expect(text).not.toContain(secret);
});

it('200: pages end at the limit, and another account sees none of them', async () => {
  const first = await list('?limit=1');
  const second = await list(`?limit=1&cursor=${first.next_cursor}`);
  expect([...first.results, ...second.results]).toEqual((await list('?limit=2')).results);
  const other = await app.register();
  const ofOther = (await other.session.get('/audit')).body;
  expect(ofOther.results.map(({ action }: { action: string }) => action)).toEqual([
    'key_created',
    'log_in',
    'registration',
  ]);
  expect(ofOther.next_cursor).toBeNull();
});

it('200: a log-in that is locked', async () => {
  const strict = await startTestApp({}, { attemptRules });
  const { email, session } = strict.first;
  for (let attempt = 0; attempt < 11; attempt++) {
    await strict.client({}).post('/auth/login', { email, password: 'not the password' });
  }
  const outcomes = async () =>
    (await session.get('/audit')).body.results.map(({ outcome }: { outcome: string }) => outcome);
  expect(await until(outcomes, (found) => found.includes('locked'))).toContain('locked');
  await strict.close();
});

it('400: a cursor that no page had', async () => {
  expect((await account.session.get('/audit?cursor=bm90aGluZw')).status).toBe(400);
});

it('401: an API key', async () => {
  expect((await account.api.get('/audit')).status).toBe(401);
});
