import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createOpenRequests } from '../../src/api/open-requests.ts';
import { until } from '../http/memory-steps.ts';
import { startTestApp, type TestApp } from '../http/start-test-app.ts';
import { beginBody } from './raw-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ MNEMA_TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => app.close());
afterEach(() => void vi.useRealTimers());

const logIn = (address = '203.0.113.1') => ({
  method: 'POST',
  path: '/auth/login',
  headers: { 'X-Forwarded-For': address },
  body: { email: app.first.email, password: app.first.password },
});

it('strangers whose log-in bodies are still arriving take no slot from those who log in', async () => {
  const { call, url } = await app.withServices({ openRequests: createOpenRequests({ anonymous: 2, inAll: 2 }) });
  for (let stranger = 0; stranger < 3; stranger += 1) await beginBody(url, '/auth/login');
  expect((await call(logIn())).status).toBe(200);
});

it('a body of /auth/* must be there after five seconds', async () => {
  const { url } = await app.withServices({});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clients = [
    await beginBody(url, '/auth/login', { body: 'x'.repeat(10_000) }),
    await beginBody(url, '/auth/register'),
    await beginBody(url, '/memories', { headers: { 'X-API-Key': app.first.key } }),
  ];
  await until(
    async () => vi.getTimerCount(),
    (bodies) => bodies === 3,
  );
  vi.advanceTimersByTime(5_000);
  const statuses = () => clients.map(({ received }) => /\r\n\r\nHTTP\/1\.1 (\d+)/.exec(received())?.[1]);
  await until(
    async () => statuses(),
    ([login, register]) => login === '408' && register === '408',
  );
  expect(statuses()).toEqual(['408', '408', undefined]);
});

it('one address has some slots, and leaves the others to other addresses', async () => {
  const gate = Promise.withResolvers<void>();
  const { accounts } = app.services.http;
  const waiting = vi.fn(async (input: Parameters<typeof accounts.logIn>[0]) => {
    await gate.promise;
    return accounts.logIn(input);
  });
  const { call } = await app.withServices({
    accounts: { ...accounts, logIn: waiting },
    openRequests: createOpenRequests({ anonymousPerAddress: 2 }),
  });
  const running = [call(logIn()), call(logIn())];
  await until(
    async () => waiting.mock.calls.length,
    (calls) => calls === 2,
  );
  const third = call(logIn());
  running.push(call(logIn('203.0.113.2')));
  await until(
    async () => waiting.mock.calls.length,
    (calls) => calls >= 3,
  );
  gate.resolve();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await third).status).toBe(429);
  expect((await call(logIn())).status, 'slots are given back').toBe(200);
});
