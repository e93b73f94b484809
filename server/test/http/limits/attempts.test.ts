import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptRules } from '../../../src/domain/accounts/attempt-throttle.ts';
import type { ReceivedResponse } from '../check-response.ts';
import { createTestLimiter } from '../create-test-limiter.ts';
import { startTestApp, type TestApp } from '../start-test-app.ts';

const proxied = { MNEMA_TRUSTED_PROXIES: 'loopback', MNEMA_RATE_LIMITS: 'plan' };
const password = 'correct horse battery staple';

const limiter = createTestLimiter();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(proxied, { attemptRules, limiter });
});
afterAll(() => app.close());
beforeEach(() => limiter.reset());

const from = (address: string) => app.client({ 'X-Forwarded-For': address });
const home = '203.0.113.9';
const guess = (email: string, address = home) =>
  from(address).post('/auth/login', { email, password: 'a wrong guess' });
const times = async (count: number, attempt: (number: number) => Promise<ReceivedResponse>) => {
  const responses = [];
  for (let number = 0; number < count; number++) responses.push(await attempt(number));
  return responses;
};

const atOnce = (count: number, attempt: (number: number) => Promise<ReceivedResponse>) =>
  Promise.all(Array.from({ length: count }, (_, number) => attempt(number)));

/** How often each status was received. */
function statuses(responses: ReceivedResponse[]): Record<string, number> {
  const groups = Map.groupBy(responses, ({ status }) => String(status));
  return Object.fromEntries(groups.entries().map(([status, { length }]) => [status, length]));
}

/** What a response reveals, but for how long exactly to wait. */
function comparable({ status, headers, body: { request_id: _id, ...body } }: ReceivedResponse): object {
  const about = JSON.stringify(body).replaceAll(/\d{3} s/g, 'N s');
  return { status, about, retryAfter: headers['retry-after']?.length };
}

describe('failed log-ins', () => {
  it('for one email are ten, whether it has an account or not, and the rejections after them are alike', async () => {
    const [known, unknown] = [
      await times(12, () => guess(app.first.email)),
      await times(12, () => guess('nobody@example.com', '203.0.113.10')),
    ];
    expect(known.map(comparable)).toEqual(unknown.map(comparable));
    expect(statuses(known)).toEqual({ 401: 10, 429: 2 });
    const rejected = known.at(-1) as ReceivedResponse;
    expect(rejected.body).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('failed attempts') });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(880);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  it('are exactly ten of sixty at once, and lock the right password out too, but no other account or address', async () => {
    const account = await app.register();
    const responses = await atOnce(60, () => guess(account.email.toUpperCase()));
    expect(statuses(responses)).toEqual({ 401: 10, 429: 50 });
    const right = { email: account.email, password: account.password };
    expect((await from(home).post('/auth/login', right)).status).toBe(429);
    expect((await from('203.0.113.10').post('/auth/login', right)).status).toBe(200);
    expect(await app.logIn(app.first)).toEqual(expect.any(String));
    expect((await account.session.get('/auth/me')).status, 'who is signed in stays so').toBe(200);
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

  it('do not count when the password is right or the body malformed', async () => {
    const { email } = app.first;
    await times(9, () => guess(email));
    await times(5, () => from(home).post('/auth/login', { email, password: app.first.password }));
    await times(60, () => from(home).post('/auth/login', { email }));
    expect(statuses(await times(2, () => guess(email)))).toEqual({ 401: 1, 429: 1 });
  });

  it('do not count when a signed-in person changes the password, who may be wrong ten times', async () => {
    const account = await app.register();
    const change = () =>
      account.session.put('/auth/password', { current_password: 'a wrong guess', new_password: password });
    expect(statuses(await times(11, () => guess(account.email)))).toEqual({ 401: 10, 429: 1 });
    expect(statuses(await times(11, change))).toEqual({ 400: 10, 429: 1 });
  });
});

describe('registrations of one address', () => {
  const register = (address: string, body: object = { email: `${crypto.randomUUID()}@example.com`, password }) =>
    from(address).post('/auth/register', body);

  it('are thirty a minute, those that find the email taken included, and malformed ones not', async () => {
    const taken = { email: app.first.email, password };
    expect(statuses(await times(10, () => register(home, taken)))).toEqual({ 409: 10 });
    expect(statuses(await times(10, () => register(home, { email: 'no address', password })))).toEqual({ 400: 10 });
    expect(statuses(await atOnce(40, () => register(home)))).toEqual({ 201: 20, 429: 20 });
    const rejected = await register(home, { nonsense: true });
    expect([rejected.status, rejected.body.detail]).toEqual([429, expect.stringContaining('registrations')]);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await register('203.0.113.10')).status).toBe(201);
  });
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

  it('is that of the connection unless a proxy is trusted, whatever X-Forwarded-For says', async () => {
    const direct = await startTestApp({}, { attemptRules });
    const send = (number: number) =>
      direct
        .client({
          'X-Forwarded-For': `198.51.100.${number}`,
          Forwarded: `for=198.51.100.${number}`,
          'X-Real-IP': '198.51.100.9',
        })
        .post('/auth/login', { email: `${number}@example.com`, password });
    expect(statuses(await atOnce(51, send))).toEqual({ 401: 50, 429: 1 });
    await direct.close();
  });
});

it('the throttles stay when rates are not limited', async () => {
  const off = await startTestApp({ MNEMA_RATE_LIMITS: 'off' }, { attemptRules });
  const responses = await times(11, () => off.client({}).post('/auth/login', { email: off.first.email, password }));
  expect(statuses(responses)).toEqual({ 401: 10, 429: 1 });
  await off.close();
});
