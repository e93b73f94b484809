import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../http/start-test-app.ts';
import { sendRaw } from './raw-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ MNEMA_TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => app.close());

const [flood, innocent] = ['203.0.113.1', '203.0.113.2'];

/** A log-in without a body, whose address is checked before that is noticed. */
const logIn = (address: string, header = '') =>
  `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n${header}Content-Length: 0\r\n\r\n`;

it('requests that arrive together begin in turn by address, and a flood does not delay those of others', async () => {
  const { accounts } = app.services.http;
  const begun: string[] = [];
  const checkAddress = vi.fn(async (_attempt: unknown, address: string) => void begun.push(address));
  const { url } = await app.withServices({ accounts: { ...accounts, checkAddress } });
  const many = await Promise.all([sendRaw(url, ''), sendRaw(url, ''), sendRaw(url, '')]);
  const one = await sendRaw(url, '');
  for (const { socket } of many) socket.write(logIn(flood).repeat(60));
  one.socket.write(logIn(innocent));
  await expect.poll(() => begun.length).toBe(181);
  expect(begun.indexOf(innocent)).toBeLessThan(60);
});

it.each([
  ['requests', ''],
  ['requests with an unknown expectation', 'Expect: something\r\n'],
])('a connection on which more than 64 %s arrive together is closed, and few of them begin', async (_kind, header) => {
  const { accounts } = app.services.http;
  const checkAddress = vi.fn(accounts.checkAddress);
  const { url } = await app.withServices({ accounts: { ...accounts, checkAddress } });
  const { socket } = await sendRaw(url, logIn(flood, header).repeat(400));
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(checkAddress.mock.calls.length).toBeLessThan(64);
});

it('an address has at most 2,000 requests that wait to begin, and its further connections are closed', async () => {
  const { url } = await app.withServices({});
  const clients = await Promise.all(Array.from({ length: 45 }, () => sendRaw(url, '')));
  const ended = Promise.all(clients.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))));
  for (const { socket } of clients) socket.write(logIn(flood).repeat(60));
  const closed = () => clients.filter(({ socket }) => socket.destroyed).length;
  await expect.poll(() => closed()).toBeGreaterThan(0);
  expect(closed()).toBeLessThan(20);
  for (const { socket } of clients) socket.destroy();
  await ended;
});
