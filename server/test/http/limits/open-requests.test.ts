import { request } from 'node:http';
import { expect, it, vi } from 'vitest';
import { createOpenRequests } from '../../../src/api/open-requests.ts';
import type { RateLimiter } from '../../../src/ports/rate-limiter.ts';
import { createTestLimiter } from '../create-test-limiter.ts';
import { beginBody } from '../send-raw.ts';
import { useTestApp } from '../shared-apps.ts';
import type { TestAccount } from '../start-test-app.ts';

const limits = { perAccount: 3, inAll: 5 };
const limiter: RateLimiter = {
  ...createTestLimiter(),
  take: async (rule) => ({ admitted: true, remaining: rule.points, resetMs: 1 }),
};

const app = useTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter });

/** Starts a server whose lists wait until `release`. */
async function startSlowServer(options: Parameters<typeof createOpenRequests>[0] = limits) {
  const openRequests = createOpenRequests(options);
  const gate = Promise.withResolvers<void>();
  const list = vi.fn(async () => {
    await gate.promise;
    return { memories: [], more: false };
  });
  const store = { ...app.services.http.store, list };
  const server = await app.withServices({ store, openRequests });
  return { ...server, openRequests, list, release: () => gate.resolve() };
}

const lists = (account: TestAccount) => ({ method: 'GET', path: '/memories', headers: account.api.headers });

it('of one account are limited; other accounts go on; those that end free their slots', async () => {
  const [one, other] = [await app.register(), await app.register()];
  const { call, list, release, openRequests } = await startSlowServer();
  const waiting = Array.from({ length: 3 }, () => call(lists(one)));
  await expect.poll(() => list.mock.calls.length).toBe(3);
  const rejected = await call(lists(one));
  expect([rejected.status, rejected.body.code, rejected.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
  expect((await call({ ...lists(other), path: '/memories/mem_missing' })).status).toBe(404);
  release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await call(lists(one))).status).toBe(200);
  await expect.poll(() => [openRequests.count(), openRequests.count(one.id)]).toEqual([0, 0]);
});

it('of an account without limits may be more, but never all', async () => {
  const { call, list, release } = await startSlowServer({ ...limits, perUnlimitedAccount: 4 });
  const waiting = Array.from({ length: 4 }, () => call(lists(app.first)));
  await expect.poll(() => list.mock.calls.length).toBe(4);
  expect((await call(lists(app.first))).status).toBe(429);
  release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('without a credential are few, and leave capacity for the others', async () => {
  const gate = Promise.withResolvers<void>();
  const { accounts } = app.services.http;
  const logIn: typeof accounts.logIn = async (input) => {
    await gate.promise;
    return accounts.logIn(input);
  };
  const openRequests = createOpenRequests({ ...limits, anonymous: 2 });
  const { call } = await app.withServices({ accounts: { ...accounts, logIn }, openRequests });
  const { email, password } = app.first;
  const login = { method: 'POST', path: '/auth/login', body: { email, password } };
  const strangers = [call(login), call(login)];
  await expect.poll(() => openRequests.count()).toBe(2);
  expect((await call(login)).status).toBe(503);
  expect((await call({ ...lists(app.first), path: '/usage' })).status).toBe(200);
  gate.resolve();
  expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(() => openRequests.count()).toBe(0);
});

it('whose bodies are still arriving take no slot, so that others run', async () => {
  const account = await app.register();
  const { call, url, openRequests } = await startSlowServer();
  const arriving = Array.from({ length: 6 }, () => beginBody(url, '/search', { headers: account.api.headers }));
  await expect.poll(() => openRequests.arriving.held(account.id)).toBe(6);
  expect((await call({ ...lists(account), path: '/memories/mem_missing' })).status).toBe(404);
  expect([openRequests.count(), openRequests.count(account.id)]).toEqual([0, 0]);
  for (const { socket } of await Promise.all(arriving)) socket.destroy();
  await expect.poll(() => openRequests.arriving.held()).toBe(0);
});

it('keep their slot until their work ends, also when the client goes away', async () => {
  const account = await app.register();
  const { call, url, list, release, openRequests } = await startSlowServer();
  const aborted = Array.from({ length: 3 }, () => {
    const sent = request(`${url}/memories`, { headers: account.api.headers, agent: false }).on('error', () => {});
    return sent.end();
  });
  await expect.poll(() => list.mock.calls.length).toBe(3);
  expect((await call(lists(account))).status).toBe(429);
  const left = vi.spyOn(app.services.http.metrics, 'requestEnded');
  for (const sent of aborted) sent.destroy();
  await expect.poll(() => left.mock.calls.length).toBe(3);
  expect((await call(lists(account))).status, 'their work goes on').toBe(429);
  release();
  await expect.poll(() => openRequests.count()).toBe(0);
  expect([openRequests.count(), openRequests.count(account.id)]).toEqual([0, 0]);
});

it('of all accounts are limited: the next is 503 before any work, and health and pages still respond', async () => {
  const { call, list, release } = await startSlowServer();
  const waiting = Array.from({ length: 5 }, () => call(lists(app.first)));
  await expect.poll(() => list.mock.calls.length).toBe(5);
  const rejected = await call({ method: 'GET', path: '/memories' });
  expect([rejected.status, rejected.body.code, rejected.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) {
    expect((await call({ method: 'GET', path })).status, path).toBe(200);
  }
  release();
  await Promise.all(waiting);
  expect((await call(lists(app.first))).status).toBe(200);
});
