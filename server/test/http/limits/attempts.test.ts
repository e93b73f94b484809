import { beforeEach, describe, expect, it } from 'vitest';
import { attemptRules } from '../../../src/domain/accounts/attempt-throttle.ts';
import type { ReceivedResponse } from '../check-response.ts';
import { createTestLimiter } from '../create-test-limiter.ts';
import { until } from '../memory-steps.ts';
import { useTestApp } from '../shared-apps.ts';
import { startTestApp } from '../start-test-app.ts';

const proxied = { MNEMA_TRUSTED_PROXIES: 'loopback', MNEMA_RATE_LIMITS: 'plan' };
const password = 'correct horse battery staple';
const limiter = createTestLimiter();
const app = useTestApp(proxied, { attemptRules, limiter });
beforeEach(() => limiter.reset());

const from = (address: string) => app.client({ 'X-Forwarded-For': address });
const home = '203.0.113.9';
const guess = (email: string, address = home) =>
  from(address).post('/auth/login', { email, password: 'a wrong guess' });
const atOnce = (count: number, attempt: (number: number) => Promise<ReceivedResponse>) =>
  Promise.all(Array.from({ length: count }, (_, number) => attempt(number)));

/** How often each status was received. */
function statuses(responses: ReceivedResponse[]): Record<string, number> {
  const groups = Map.groupBy(responses, ({ status }) => String(status));
  return Object.fromEntries(groups.entries().map(([status, { length }]) => [status, length]));
}

describe('failed log-ins', () => {
  it('are exactly ten of sixty at once, and lock the right password out too, but no other account or address', async () => {
    const account = await app.register();
    const responses = await atOnce(60, () => guess(account.email.toUpperCase()));
    const unknown = await atOnce(60, () => guess('nobody@example.com', '203.0.113.10'));
    for (const some of [responses, unknown]) expect(statuses(some)).toEqual({ 401: 10, 429: 50 });
    const right = { email: account.email, password: account.password };
    expect((await from(home).post('/auth/login', right)).status).toBe(429);
    expect((await from('203.0.113.10').post('/auth/login', right)).status).toBe(200);
    expect(await app.logIn(app.first)).toEqual(expect.any(String));
    expect((await account.session.get('/auth/me')).status, 'who is signed in stays so').toBe(200);
    const audited = async () => (await account.session.get('/audit')).body.results;
    await until(audited, (found) => found.some(({ outcome }: { outcome: string }) => outcome === 'locked'));
  });

  it('of one address are fifty; then it is rejected before its body is read, and others go on', async () => {
    expect(statuses(await atOnce(51, (number) => guess(`${number}@example.com`)))).toEqual({ 401: 50, 429: 1 });
    const { email } = app.first;
    const right = { email, password: app.first.password };
    expect((await from(home).post('/auth/login', right)).status).toBe(429);
    expect((await from(home).post('/auth/login', { nonsense: true })).status).toBe(429);
    expect((await from(home).get('/auth/login')).status, 'the method comes first').toBe(405);
    expect((await from('203.0.113.10').post('/auth/login', right)).status).toBe(200);
    expect((await from('203.0.113.10').post('/auth/login', { nonsense: true })).status).toBe(400);
  });
});

it('a registration beyond thirty of one address a minute is rejected before its body is read', async () => {
  const register = (body: object) => from(home).post('/auth/register', body);
  await atOnce(30, () => register({ email: app.first.email, password }));
  const { status, body, headers } = await register({ nonsense: true });
  expect([status, body.detail]).toEqual([429, expect.stringContaining('registrations')]);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
});

describe('the address', () => {
  const exhaust = (address: () => string) => atOnce(50, (number) => guess(`${number}@example.com`, address()));
  let counter = 0;

  it('of IPv6 clients is their network', async () => {
    await exhaust(() => `2001:db8:1:2::${(++counter).toString(16)}`);
    expect((await guess('new@example.com', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess('new@example.com', '2001:db8:1:3::1')).status).toBe(401);
  });

  it('is the one the nearest proxy saw: what a client adds in front is ignored', async () => {
    await exhaust(() => `198.51.100.${++counter % 250}, 203.0.113.77`);
    expect((await guess('new@example.com', '198.51.100.1, 203.0.113.77')).status).toBe(429);
    expect((await guess('new@example.com', '203.0.113.77, 198.51.100.1')).status).toBe(401);
  });
});

it('without a trusted proxy the address is that of the connection, and throttles stay when rates are not limited', async () => {
  const direct = await startTestApp({ MNEMA_RATE_LIMITS: 'off' }, { attemptRules });
  const send = (number: number) => {
    const address = `198.51.100.${number}`;
    const headers = { 'X-Forwarded-For': address, Forwarded: `for=${address}`, 'X-Real-IP': '198.51.100.9' };
    return direct.client(headers).post('/auth/login', { email: `${number}@example.com`, password });
  };
  expect(statuses(await atOnce(51, send))).toEqual({ 401: 50, 429: 1 });
  await direct.close();
});
