import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openRaw } from '../../../test/http/send-raw.ts';
import { listen } from '../../../test/listen.ts';
import { createHttpServer, type ServerLimits, serverLimits } from './create-http-server.ts';

const quick: ServerLimits = { ...serverLimits, checkEveryMs: 20 };
const serve = async (limits: ServerLimits, listener: Parameters<Server['on']>[1]): Promise<number> =>
  (await listen(createHttpServer(limits).on('request', listener))).port;

async function open(port: number): Promise<{ socket: Socket; received(): string; closed: Promise<number> }> {
  const startedAt = performance.now();
  const { socket, received } = await openRaw(`http://127.0.0.1:${port}`, '');
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - startedAt)));
  return { socket, received, closed };
}

/** One byte every 20 ms, until the connection ends or all are sent. */
function trickle(socket: Socket, text: string): void {
  const bytes = [...text];
  const timer = setInterval(() => {
    const byte = bytes.shift();
    if (byte === undefined || socket.destroyed) clearInterval(timer);
    else socket.write(byte);
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

it.each([
  ['its headers trickle in', 'X-Slow: a\r\n', /^HTTP\/1\.1 408 /],
  ['no byte arrives', '', /^/],
])('a connection is closed when %s', async (_, header, response) => {
  const port = await serve({ ...quick, headersMs: 200 }, () => {});
  const { socket, received, closed } = await open(port);
  if (header) trickle(socket, `GET / HTTP/1.1\r\nHost: localhost\r\n${header.repeat(100)}`);
  expect(await closed).toBeLessThan(1_500);
  expect(received()).toMatch(response);
});

it('a connection is closed when its body trickles in', async () => {
  const port = await serve({ ...quick, requestMs: 300, headersMs: 200 }, (request) => request.resume());
  const { socket, received, closed } = await open(port);
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n');
  trickle(socket, 'x'.repeat(1_000));
  const closedAfterMs = await closed;
  expect(closedAfterMs).toBeGreaterThan(250);
  expect(closedAfterMs).toBeLessThan(1_500);
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
});

it('a connection is closed when the client stops reading its response', async () => {
  const server = createHttpServer({ ...quick, silenceMs: 300 });
  const { port } = await listen(server.on('request', (_, response) => response.end(Buffer.alloc(50_000_000))));
  const { socket, closed } = await open(port);
  const ended = new Promise<void>((resolve) => server.once('request', (request) => request.once('close', resolve)));
  socket.write(get);
  socket.pause();
  await ended;
  socket.resume();
  await closed;
});

it('a connection is closed when there are too many already', async () => {
  const port = await serve({ ...quick, connections: 2 }, (_request, response) => response.end('ok'));
  const [first, second] = [await open(port), await open(port)];
  const third = await open(port);
  await third.closed;
  expect([first.socket.destroyed, second.socket.destroyed]).toEqual([false, false]);
});

it('a connection stays open for a request that waits longer for its response than a request may take to arrive', async () => {
  const port = await serve({ ...quick, headersMs: 100, requestMs: 100 }, (_request, response) => {
    setTimeout(() => response.end('at last'), 500);
  });
  const { socket, received } = await open(port);
  socket.write(get);
  await expect.poll(received, { timeout: 3_000 }).toContain('at last');
  // It stays open for a next request, too, for longer than headers may take.
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.write(get);
  await expect.poll(() => received().split('HTTP/1.1 200').length).toBe(3);
});

it('a connection stays open for a slow download that goes on', async () => {
  const size = 20_000_000;
  const port = await serve({ ...quick, silenceMs: 400 }, (_request, response) => response.end(Buffer.alloc(size)));
  const socket = connect(port, '127.0.0.1');
  let bytes = 0;
  const startedAt = performance.now();
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes >= size) return;
    socket.pause();
    setTimeout(() => socket.resume(), 5);
  });
  socket.write(get);
  await expect.poll(() => bytes, { timeout: 15_000 }).toBeGreaterThan(size);
  expect(performance.now() - startedAt, 'longer than silence may last').toBeGreaterThan(800);
  socket.destroy();
});
