import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createOpenRequests } from '../../src/api/open-requests.ts';
import { createHttpServer, serverLimits } from '../../src/http/server/create-http-server.ts';
import { until } from '../http/memory-steps.ts';
import { startTestApp, type TestApp } from '../http/start-test-app.ts';
import { beginBody } from './raw-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ MNEMA_RATE_LIMITS: 'plan' });
  app.embedder.hold();
});
afterAll(() => app.close());
afterEach(() => void vi.useRealTimers());

const keyOf = (account: { key: string }) => ({ 'X-API-Key': account.key });
const statusOf = (received: string) => /\r\n\r\nHTTP\/1\.1 (\d+)/.exec(received)?.[1];

it('bodies that are still arriving take no slot, of their account or of the server', async () => {
  const [slow, other] = [await app.register(), await app.register()];
  const openRequests = createOpenRequests({ perAccount: 2, inAll: 3 });
  const { call, url } = await app.withServices({ openRequests });
  for (let body = 0; body < 4; body += 1) await beginBody(url, '/search', { headers: keyOf(slow) });
  for (const account of [slow, other]) {
    const { status } = await call({ method: 'GET', path: '/usage', headers: account.api.headers });
    expect(status).toBe(200);
  }
});

it('a body takes its slot when it is there', async () => {
  const account = await app.register();
  const openRequests = createOpenRequests({ inAll: 1 });
  const { url } = await app.withServices({ openRequests });
  const body = JSON.stringify({ query: 'tea' });
  const headers = { ...keyOf(account), 'Content-Length': String(body.length + 1) };
  const { socket, received } = await beginBody(url, '/search', { headers, body });
  await until(
    async () => openRequests.arriving.held(),
    (bytes) => bytes === body.length,
  );
  const slot = openRequests.enter();
  socket.write(' ');
  await until(
    async () => statusOf(received()),
    (status) => status === '503',
  );
  expect(received()).toMatch(/^Retry-After: 1\r$/m);
  slot.free();
});

it('a body that brings less than 1 KB a second after its first five seconds is a 408', async () => {
  const openRequests = createOpenRequests();
  const { url } = await app.withServices({ openRequests });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const begin = () => beginBody(url, '/memories', { headers: keyOf(app.first) });
  const [stalled, steady] = [await begin(), await begin()];
  await until(
    async () => openRequests.arriving.held(),
    (bytes) => bytes === 2,
  );
  vi.advanceTimersByTime(5_000);
  for (let second = 10; second <= 30; second += 5) {
    const held = openRequests.arriving.held();
    steady.socket.write('x'.repeat(5 * 1024));
    await until(
      async () => openRequests.arriving.held(),
      (bytes) => bytes === held + 5 * 1024,
    );
    vi.advanceTimersByTime(5_000);
    await until(
      async () => statusOf(stalled.received()),
      (status) => status === '408',
    );
  }
  expect(statusOf(steady.received())).toBeUndefined();
  await until(
    async () => stalled.socket.destroyed,
    (closed) => closed,
  );
});

it('unfinished bodies of an account hold few bytes, and the next one is a 503', async () => {
  const [slow, other] = [await app.register(), await app.register()];
  const openRequests = createOpenRequests({ arrivingPerCaller: 1_000 });
  const { url } = await app.withServices({ openRequests });
  const begin = (account: { key: string }) =>
    beginBody(url, '/memories', { headers: keyOf(account), body: 'x'.repeat(600) });
  const bodies = [await begin(slow), await begin(slow), await begin(other)];
  await until(
    async () => bodies.map(({ received }) => statusOf(received())),
    (statuses) => statuses.filter((status) => status === '503').length === 1,
  );
  expect(statusOf(bodies[2]?.received() ?? '')).toBeUndefined();
  for (const { socket } of bodies) socket.destroy();
  await until(
    async () => openRequests.arriving.held(),
    (bytes) => bytes === 0,
  );
});

/** Makes a connection from an address that no test can have. */
function connectionFrom(remoteAddress: string | undefined): Duplex {
  const connection = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  onTestFinished(() => void connection.destroy());
  return Object.assign(connection, { remoteAddress });
}

it('one address has 256 connections; this machine and trusted proxies have more', async () => {
  const server = createHttpServer({ ...serverLimits, connectionsPerAddress: 2 }, ['10.0.0.0/8', 'uniquelocal']);
  onTestFinished(() => void server.close());
  const isOpen = (address: string) => {
    const connection = connectionFrom(address);
    server.emit('connection', connection);
    return { connection, open: !connection.destroyed };
  };
  const three = (address: string) => Array.from({ length: 3 }, () => isOpen(address).open);
  const first = isOpen('203.0.113.7');
  expect(three('203.0.113.7')).toEqual([true, false, false]);
  expect(three('2001:db8:1:2::1')).toEqual([true, true, false]);
  expect(isOpen('2001:db8:1:2::9').open, 'a customer has a network of IPv6').toBe(false);
  for (const exempt of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.2.3.4', '::ffff:10.2.3.4', 'fd00::1']) {
    expect(three(exempt), exempt).toEqual([true, true, true]);
  }
  first.connection.destroy();
  await once(first.connection, 'close');
  expect(isOpen('203.0.113.7').open, 'one that ended makes room').toBe(true);
  expect(serverLimits.connectionsPerAddress).toBe(256);
});

it('a client that resets its connection before it is accepted leaves no request without an address', () => {
  const server = createHttpServer();
  onTestFinished(() => void server.close());
  const connection = connectionFrom(undefined);
  server.emit('connection', connection);
  expect(connection.destroyed).toBe(true);
});
