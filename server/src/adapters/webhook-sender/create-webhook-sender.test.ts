import type { RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { createWebhookSender, type SenderOptions } from './create-webhook-sender.ts';

function createSender(options: Partial<SenderOptions> = {}) {
  const sender = createWebhookSender({ allowPrivate: true, limitMs: 5_000, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

const request = { headers: { 'content-type': 'application/json', 'webhook-id': 'dlv_1' }, body: '{"type":"é"}' };

it('posts the body as it is, and resolves to the status', async () => {
  const seen: unknown[] = [];
  const { url } = await listen(async (incoming, response) => {
    let body = '';
    for await (const part of incoming.setEncoding('utf8')) body += part;
    seen.push([incoming.method, incoming.headers['webhook-id'], incoming.headers['content-length'], body]);
    response.writeHead(202).end();
  });
  expect(await createSender().post(url, request)).toEqual({ status: 202 });
  expect(seen).toEqual([['POST', 'dlv_1', '13', request.body]]);
});

it.each<[string, RequestListener, object]>([
  ['follows no redirect', (_, response) => response.writeHead(307, { Location: '/' }).end(), { status: 307 }],
  ['gives up a receiver that hangs', () => {}, { error: 'timeout' }],
  [
    'gives up a receiver that switches the protocol',
    ({ socket }) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    { error: 'connection_failed' },
  ],
])('%s', async (_, listener, result) => {
  let requests = 0;
  const { url } = await listen((incoming, response) => {
    requests += 1;
    listener(incoming, response);
  });
  expect(await createSender({ limitMs: 200 }).post(url, request)).toEqual(result);
  expect(requests).toBe(1);
});

it('does not read a body of 10 MB', async () => {
  let written = 0;
  const { url } = await listen((_incoming, response) => {
    const part = Buffer.alloc(65_536);
    response.writeHead(200);
    const more = () => {
      while (written < 10e6 && !response.destroyed) {
        written += part.length;
        if (!response.write(part)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const sender = createSender();
  expect(await sender.post(url, request)).toEqual({ status: 200 });
  await expect.poll(() => written).toBeGreaterThan(0);
  // The next request needs a new connection, and so proves that the first one has ended.
  expect(await sender.post(url, request)).toEqual({ status: 200 });
  expect(written).toBeLessThan(10e6);
});

it('reports a receiver that is away, and one whose name has no address', async () => {
  expect(await createSender().post('http://127.0.0.1:1/', request)).toEqual({ error: 'connection_failed' });
  const nowhere = createSender({ allowPrivate: false, resolve: async () => [] });
  expect(await nowhere.post('https://example.com/', request)).toEqual({ error: 'name_not_resolved' });
  const failing = createSender({ allowPrivate: false, resolve: () => Promise.reject(new Error('ESERVFAIL')) });
  expect(await failing.post('https://example.com/', request)).toEqual({ error: 'name_not_resolved' });
});

it('connects to no address that is not of the internet, whatever the name says', async () => {
  let requests = 0;
  const { url } = await listen((_incoming, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  const { port } = new URL(url);
  const rejected = { error: 'address_not_allowed' };
  for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]) {
    const sender = createSender({ allowPrivate: false, resolve: async () => addresses });
    expect(await sender.post(`http://rebound.example.com:${port}/`, request)).toEqual(rejected);
  }
  for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]']) {
    expect(await createSender({ allowPrivate: false }).post(`http://${host}:${port}/`, request)).toEqual(rejected);
  }
  expect(requests).toBe(0);
});

it('ends requests when it is closed', async () => {
  const { url } = await listen(() => {});
  const sender = createSender();
  const sent = sender.post(url, request);
  sender.close();
  expect(await sent).toEqual({ error: 'connection_failed' });
});
