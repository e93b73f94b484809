import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createOpenRequests } from '../../src/api/open-requests.ts';
import { createHttpServer, serverLimits } from '../../src/http/server/create-http-server.ts';
import { until, write } from '../http/memory-steps.ts';
import { startTestApp, type TestAccount, type TestApp } from '../http/start-test-app.ts';
import { type RawClient, sendRaw } from './raw-client.ts';

const megabyte = 1024 * 1024;
/** More than the buffers of both sockets take. */
const pageBytes = 8 * megabyte;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => void vi.useRealTimers());

/** Starts a server whose responses are this long. */
async function serveBytes(length: number): Promise<{ server: Server; url: string }> {
  const server = createHttpServer({ ...serverLimits, checkEveryMs: 2_000 });
  server.on('request', (_request, response) => void response.end(Buffer.alloc(length)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Requests a response and reads nothing but its first bytes. */
async function requestAndStop(url: string, path: string, key = ''): Promise<RawClient> {
  const client = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`);
  await once(client.socket, 'data');
  client.socket.pause();
  return client;
}

it('a client that takes less than 1 KB a second for 30 s loses its connection', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, url } = await serveBytes(pageBytes);
  const accepted = once(server, 'connection');
  await requestAndStop(url, '/');
  const [socket] = await accepted;
  vi.advanceTimersByTime(26_000);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(6_000);
  expect(socket.destroyed).toBe(true);
});

it('a client that takes more may take as long as it likes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, url } = await serveBytes(40 * megabyte);
  const accepted = once(server, 'connection');
  const client = await requestAndStop(url, '/');
  const [socket] = await accepted;
  for (let window = 0; window < 3; window += 1) {
    vi.advanceTimersByTime(26_000);
    const taken = client.received().length;
    client.socket.resume();
    await until(
      async () => client.received().length,
      (length) => length > taken + 8 * megabyte,
    );
    client.socket.pause();
  }
  expect(socket.destroyed).toBe(false);
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
  await until(
    () => read(slow, '/usage'),
    ({ status }) => status === 200,
  );
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
  const patient = await sendRaw(app.url, requests(64));
  await until(
    async () => patient.received().split('HTTP/1.1 200 OK').length - 1,
    (responses) => responses === 64,
  );
  const greedy = await sendRaw(app.url, requests(65));
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
