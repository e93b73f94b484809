import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createOpenRequests } from '../../src/api/open-requests.ts';
import { createHttpServer, serverLimits } from '../../src/http/server/create-http-server.ts';
import { write } from '../http/memory-steps.ts';
import { beginBody, openRaw, type RawClient } from '../http/send-raw.ts';
import { useTestApp } from '../http/shared-apps.ts';
import type { TestAccount } from '../http/start-test-app.ts';
import { listen } from '../listen.ts';

const app = useTestApp({ MNEMA_TRUSTED_PROXIES: 'loopback' });
beforeAll(() => app.embedder.hold());
afterEach(() => void vi.useRealTimers());

const keyOf = (account: { key: string }) => ({ 'X-API-Key': account.key });
const statusOf = (received: string) => /\r\n\r\nHTTP\/1\.1 (\d+)/.exec(received)?.[1];

it('a body takes its slot when it is there', async () => {
  const account = await app.register();
  const openRequests = createOpenRequests({ inAll: 1 });
  const { url } = await app.withServices({ openRequests });
  const body = JSON.stringify({ query: 'tea' });
  const headers = { ...keyOf(account), 'Content-Length': String(body.length + 1) };
  const { socket, received } = await beginBody(url, '/search', { headers, body });
  await expect.poll(() => openRequests.arriving.held()).toBe(body.length);
  const slot = openRequests.enter();
  socket.write(' ');
  await expect.poll(() => statusOf(received())).toBe('503');
  expect(received()).toMatch(/^Retry-After: 1\r$/m);
  slot.free();
});

it('a body that brings less than 1 KB a second after its first five seconds is a 408', async () => {
  const openRequests = createOpenRequests();
  const { url } = await app.withServices({ openRequests });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const begin = () => beginBody(url, '/memories', { headers: keyOf(app.first) });
  const [stalled, steady] = [await begin(), await begin()];
  await expect.poll(() => openRequests.arriving.held()).toBe(2);
  vi.advanceTimersByTime(5_000);
  for (let second = 10; second <= 30; second += 5) {
    const held = openRequests.arriving.held();
    steady.socket.write('x'.repeat(5 * 1024));
    await expect.poll(() => openRequests.arriving.held()).toBe(held + 5 * 1024);
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => statusOf(stalled.received())).toBe('408');
  }
  expect(statusOf(steady.received())).toBeUndefined();
  await expect.poll(() => stalled.socket.destroyed).toBe(true);
});

it('unfinished bodies of an account hold few bytes, and the next one is a 503', async () => {
  const [slow, other] = [await app.register(), await app.register()];
  const openRequests = createOpenRequests({ arrivingPerCaller: 1_000 });
  const { url } = await app.withServices({ openRequests });
  const begin = (account: { key: string }) =>
    beginBody(url, '/memories', { headers: keyOf(account), body: 'x'.repeat(600) });
  const bodies = [await begin(slow), await begin(slow), await begin(other)];
  await expect
    .poll(() => bodies.map(({ received }) => statusOf(received())).filter((status) => status === '503'))
    .toHaveLength(1);
  expect(statusOf(bodies[2]?.received() ?? '')).toBeUndefined();
  for (const { socket } of bodies) socket.destroy();
  await expect.poll(() => openRequests.arriving.held()).toBe(0);
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

const logIn = (address = '203.0.113.1') => ({
  method: 'POST',
  path: '/auth/login',
  headers: { 'X-Forwarded-For': address },
  body: { email: app.first.email, password: app.first.password },
});

it('a few addresses do not take all slots for requests without a credential', () => {
  const openRequests = createOpenRequests();
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
    expect(() => {
      for (let request = 0; request < 1_000; request += 1) openRequests.enter(address);
    }).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  }
  for (let other = 0; other < 20; other += 1) openRequests.enter(`198.51.100.${other}`);
});

it('a body of /auth/* must be there after five seconds', async () => {
  const { url } = await app.withServices({});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clients = [
    await beginBody(url, '/auth/login', { body: 'x'.repeat(10_000) }),
    await beginBody(url, '/auth/register'),
    await beginBody(url, '/memories', { headers: { 'X-API-Key': app.first.key } }),
  ];
  await expect.poll(() => vi.getTimerCount()).toBe(3);
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => clients.map(({ received }) => statusOf(received()))).toEqual(['408', '408', undefined]);
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
  await expect.poll(() => waiting.mock.calls.length).toBe(2);
  const third = call(logIn());
  running.push(call(logIn('203.0.113.2')));
  await expect.poll(() => waiting.mock.calls.length).toBeGreaterThanOrEqual(3);
  gate.resolve();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await third).status).toBe(429);
  expect((await call(logIn())).status, 'slots are given back').toBe(200);
});

const megabyte = 1024 * 1024;
/** More than the buffers of both sockets take. */
const pageBytes = 8 * megabyte;

/** Starts a server whose responses are this long. */
async function serveBytes(length: number): Promise<{ server: Server; url: string }> {
  const server = createHttpServer({ ...serverLimits, checkEveryMs: 2_000 });
  server.on('request', (_request, response) => void response.end(Buffer.alloc(length)));
  return listen(server);
}

/** Requests a response and reads nothing but its first bytes. */
async function requestAndStop(url: string, path: string, key = ''): Promise<RawClient> {
  const client = await openRaw(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
  await once(client.socket, 'data');
  client.socket.pause();
  return client;
}

it('a client that takes less than 1 KB a second for 30 s loses its connection; others may take as long as they like', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, url } = await serveBytes(40 * megabyte);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await requestAndStop(url, '/');
  const reader = await requestAndStop(url, '/');
  const areOpen = () => sockets.map(({ destroyed }) => !destroyed);
  for (let window = 0; window < 3; window += 1) {
    vi.advanceTimersByTime(26_000);
    expect(areOpen()).toEqual([window === 0, true]);
    const taken = reader.received().length;
    reader.socket.resume();
    await expect.poll(() => reader.received().length, { interval: 1 }).toBeGreaterThan(taken + 8 * megabyte);
    reader.socket.pause();
  }
});

/** Starts a server whose lists have pages of `pageBytes`, and counts the reads. */
async function serveLongPages(limits: Parameters<typeof createOpenRequests>[0]) {
  const id = await write(app.first.api, 'a text');
  const memory = await app.services.http.store.get(app.first.id, id);
  if (!memory) throw new Error('the memory is missing');
  const list = vi.fn(async () => ({ memories: [{ ...memory, text: 'x'.repeat(pageBytes) }], more: false }));
  const store = { ...app.services.http.store, list };
  const { url, call } = await app.withServices({ store, openRequests: createOpenRequests(limits) });
  const read = (account: TestAccount, path = '/memories') =>
    call({ method: 'GET', path, headers: account.api.headers });
  return { url, read, list };
}

it('an account whose unread responses are too many bytes gets a 503 before anything is read', async () => {
  const [slow, other] = [await app.register(), await app.register()];
  const { url, read, list } = await serveLongPages({ unsentPerAccount: pageBytes + 10_000 });
  const client = await requestAndStop(url, '/memories', slow.key);
  const rejected = await read(slow);
  expect([rejected.status, rejected.body.code, rejected.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
  expect(list).toHaveBeenCalledTimes(1);
  expect((await read(other, '/usage')).status).toBe(200);
  client.socket.destroy();
  await expect.poll(async () => (await read(slow, '/usage')).status).toBe(200);
});

it('a response that would exceed what an account may leave unread is not sent', async () => {
  const account = await app.register();
  const { url, read } = await serveLongPages({ unsentPerAccount: pageBytes + megabyte });
  await requestAndStop(url, '/memories', account.key);
  expect((await read(account)).status).toBe(503);
  expect((await read(account, '/usage')).status, 'small responses go on').toBe(200);
});

it('unread responses of all accounts are limited, and leave a share to those that have none', async () => {
  const [slow, other] = [await app.register(), await app.register()];
  const { url, read } = await serveLongPages({ unsentInAll: 5.7 * pageBytes });
  await requestAndStop(url, '/memories', slow.key);
  expect((await read(slow)).status, 'a part of what is free, and no more').toBe(503);
  expect((await requestAndStop(url, '/memories', other.key)).received()).toMatch(/^HTTP\/1\.1 200 /);
  expect((await read(app.first)).status).toBe(503);
  expect((await read(app.first, '/usage')).status).toBe(200);
});

it('a response that waits to be read takes no slot', async () => {
  const [slow, other] = [await app.register(), await app.register()];
  const { url, read } = await serveLongPages({ inAll: 1 });
  await requestAndStop(url, '/memories', slow.key);
  expect((await read(other, '/usage')).status).toBe(200);
});

it('a client that sends many requests and reads no response loses its connection', async () => {
  const requests = (count: number) => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count);
  const patient = await openRaw(app.url, requests(64));
  await expect.poll(() => patient.received().split('HTTP/1.1 200 OK').length - 1).toBe(64);
  const greedy = await openRaw(app.url, requests(65));
  await expect.poll(() => greedy.socket.destroyed).toBe(true);
  expect(patient.socket.destroyed).toBe(false);
});

it('slow readers of exports do not keep another account from its export', async () => {
  const { store, clock } = app.services.http;
  await write(app.first.api, 'a text');
  const opened = await store.openExport({ scope: { accountId: app.first.id }, versions: false });
  const [record] = await opened.next();
  await opened.close();
  if (!record) throw new Error('the memory is missing');
  const page = [{ ...record, memory: { ...record.memory, text: 'x'.repeat(pageBytes) } }];
  const slow: string[] = [];
  const openExport = async (query: Parameters<typeof store.openExport>[0]) =>
    slow.includes(query.scope.accountId) ? { next: async () => page, close: async () => {} } : store.openExport(query);
  let shiftMs = 0;
  const shifted = { now: () => clock.now() + shiftMs };
  const { url, call } = await app.withServices({ store: { ...store, openExport }, clock: shifted });
  const clients: RawClient[] = [];
  for (let count = 0; count < 8; count++) {
    const { id, key } = await app.register();
    slow.push(id);
    clients.push(await requestAndStop(url, '/export', key), await requestAndStop(url, '/export', key));
  }
  const exported = () => call({ method: 'GET', path: '/export', headers: app.first.api.headers });
  expect((await exported()).status).toBe(503);
  shiftMs = 11_000;
  expect((await exported()).text).toMatch(/{"end":true,"count":\d+}\n$/);
  for (const { socket } of clients) socket.resume();
  await expect.poll(() => clients.filter(({ socket }) => socket.destroyed).length).toBe(1);
});
