import { pino } from 'pino';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';
import { createTestLimiter } from '../http/create-test-limiter.ts';
import { startTestApp, type TestAccount, type TestApp } from '../http/start-test-app.ts';

interface Line {
  event?: string;
  action: string;
  outcome: string;
  [field: string]: unknown;
}

let app: TestApp;
let lines: string[] = [];
let isLocked = false;
beforeAll(async () => {
  const counting = createTestLimiter();
  const rejection = { admitted: false, remaining: 0, resetMs: 1_000 };
  const limiter: RateLimiter = {
    ...counting,
    take: async (rule, subject) => (isLocked ? rejection : counting.take(rule, subject)),
    peek: async (rule, subject) => (isLocked ? rejection : counting.peek(rule, subject)),
  };
  const log = pino({ level: 'info', base: null }, { write: (line: string) => lines.push(line) });
  app = await startTestApp({}, { limiter, log });
});
beforeEach(() => {
  lines = [];
  isLocked = false;
});

const events = () => lines.map((line): Line => JSON.parse(line)).filter(({ event }) => event === 'security');
const shortly = () => events().map(({ action, outcome }) => `${action} ${outcome}`);
const logIn = (email: string, password: string) =>
  app.call({ method: 'POST', path: '/auth/login', body: { email, password } });
const wrongKey = (key: string) => app.call({ method: 'GET', path: '/memories', headers: { 'X-API-Key': key } });

async function readCount(action: string, outcome: string): Promise<number> {
  const metric = new RegExp(`^mnema_security_events_total\\{action="${action}",outcome="${outcome}"\\} (\\d+)`, 'm');
  return Number(metric.exec(await app.services.http.metrics.read())?.[1] ?? 0);
}

it('a log-in leaves a line with outcome, account, address and request id, also when it fails or is locked', async () => {
  const { id, email, password } = app.first;
  const responses = [await logIn(email, password), await logIn(email, 'a wrong guess')];
  responses.push(await logIn('nobody@example.com', password));
  isLocked = true;
  responses.push(await logIn(email, password));
  expect(events()).toMatchObject([
    { action: 'log_in', outcome: 'ok', account_id: id, level: 30 },
    { action: 'log_in', outcome: 'failed', account_id: id, level: 40 },
    { action: 'log_in', outcome: 'failed', account_id: null },
    { action: 'log_in', outcome: 'locked', account_id: null },
  ]);
  for (const [at, event] of events().entries()) {
    expect(event).toMatchObject({ address: '127.0.0.1', request_id: responses[at]?.headers['x-request-id'] });
  }
});

async function changeEverything({ session, email, password }: TestAccount): Promise<string[]> {
  const made = await session.post('/api-keys', { label: 'a label' });
  await session.delete(`/api-keys/${made.body.id}`);
  await session.delete('/api-keys/key_00000000000000000000000000');
  const changed = 'another password';
  await session.put('/auth/password', { current_password: 'a wrong guess', new_password: changed });
  await session.put('/auth/password', { current_password: password, new_password: changed });
  await session.post('/auth/logout');
  return [email, password, changed, 'a wrong guess', 'a label', made.body.key];
}

it('registration, keys, password and the end of a session leave a line each, without any secret', async () => {
  const account = await app.register();
  const { email } = account;
  await app.call({ method: 'POST', path: '/auth/register', body: { email, password: 'a long password' } });
  expect(events().filter(({ action }) => action === 'registration')).toMatchObject([
    { outcome: 'ok', account_id: account.id, actor: 'anonymous' },
    { outcome: 'rejected', account_id: null, address: '127.0.0.1' },
  ]);
  expect(lines.join('')).not.toContain(email);
  lines.length = 0;
  const secrets = [...(await changeEverything(account)), account.token, account.key];
  expect(shortly()).toEqual([
    ...['key_created ok', 'key_revoked ok', 'key_revoked rejected'],
    ...['password_changed failed', 'password_changed ok', 'session_ended ok'],
  ]);
  const [created, revoked] = events();
  expect(created).toMatchObject({
    actor: 'session',
    account_id: account.id,
    key_prefix: expect.stringMatching(/^mnk_\w{8}$/),
  });
  expect(revoked).toMatchObject({ account_id: account.id, key_id: created?.['key_id'] });
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
});

it('a suspended account leaves a line when somebody uses its key or its right password', async () => {
  const { id, email, password, key, api } = await app.register();
  await app.services.records.run(id, 'updateAccount', { accountId: id, changes: { suspendedAt: 1 } });
  lines = [];
  await api.get('/memories');
  await logIn(email, password);
  expect(events()).toMatchObject([
    { action: 'authentication', outcome: 'rejected', key_prefix: key.slice(0, 12), address: '127.0.0.1' },
    { action: 'log_in', outcome: 'rejected', account_id: id },
  ]);
});

it('no line but that of a security event has the address of the client', async () => {
  await logIn(app.first.email, 'a wrong guess');
  app.setFault('bug');
  await app.first.api.get('/memories');
  app.setFault('none');
  const others = lines.filter((line) => !line.includes('"event":"security"'));
  expect(others.join('')).not.toContain('127.0.0.1');
  expect(events()).toHaveLength(1);
});

it('a flood of failures writes a few lines, the rest is one line with a count, and the metric has all', async () => {
  const before = await readCount('log_in', 'failed');
  for (let guesses = 0; guesses < 13; guesses++) await logIn(`guess${guesses}@example.com`, 'a wrong guess');
  const single = events().length;
  expect(single).toBeLessThanOrEqual(10);
  expect(await readCount('log_in', 'failed')).toBe(before + 13);

  const revoked = await app.createKey(app.first);
  await app.first.session.delete(`/api-keys/${revoked.id}`);
  lines = [];
  await wrongKey(revoked.key);
  const foreign = ['sk', 'live', 'a-key-of-another-service'].join('-');
  for (let sent = 1; sent < 5; sent++) await wrongKey(foreign);
  await app.call({ method: 'GET', path: '/memories' });
  const prefix = revoked.key.slice(0, 12);
  expect(events()).toMatchObject([{ action: 'authentication', key_prefix: prefix, address: '127.0.0.1' }]);
  expect(await readCount('authentication', 'failed')).toBe(5);

  // The end of the server ends the minute.
  await app.close();
  expect(events().slice(1)).toMatchObject([
    { action: 'log_in', outcome: 'failed', address: '127.0.0.1', count: 13 - single },
    { action: 'authentication', outcome: 'failed', address: '127.0.0.1', count: 4 },
  ]);
  expect(lines.join('')).not.toContain(foreign);
});
