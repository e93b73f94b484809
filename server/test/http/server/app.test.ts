import { type DestinationStream, pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { operationsOf, readContract } from '../../../src/api/contract.ts';
import type { HttpServices } from '../../../src/api/services.ts';
import { createApp, createHandlers } from '../../../src/app/create-app.ts';
import { pairHandlers } from '../../../src/http/server/create-http-app.ts';
import { listen } from '../../listen.ts';
import { checkResponse } from '../check-response.ts';
import { beginBody } from '../send-raw.ts';
import { useTestApp } from '../shared-apps.ts';

const app = useTestApp();
beforeAll(() => app.embedder.hold());

/** Starts an HTTP server as in production on the same services, with some of them exchanged. */
function serveAsInProduction(changes: Partial<HttpServices>, destination: DestinationStream) {
  const services = { ...app.services.http, ...changes };
  return listen(createApp({ services, log: pino({ level: 'debug' }, destination) }));
}

function collectLines(): { lines: Record<string, unknown>[]; destination: DestinationStream } {
  const lines: Record<string, unknown>[] = [];
  return { lines, destination: { write: (line) => void lines.push(JSON.parse(line)) } };
}

it('handlers and contract that differ keep the server from starting', () => {
  const operations = operationsOf(readContract());
  const handlers = createHandlers(app.services.http, readContract());
  const { searchMemories: _left, ...rest } = handlers;
  expect(() => pairHandlers(operations, rest)).toThrow(/operations without a handler: searchMemories\./);
  const fewer = operations.filter(({ id }) => id !== 'searchMemories');
  const message = /handlers without an operation in the contract: searchMemories\./;
  expect(() => pairHandlers(fewer, handlers)).toThrow(message);
  expect([...pairHandlers(operations, handlers).keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
});

it('a response that breaks the contract fails the test that gets it', async () => {
  const received = await app.first.api.get('/usage');
  const broken = { ...received, body: { ...received.body, plan: 5 } };
  expect(() => checkResponse('GET', '/usage', broken)).toThrow(/instancePath: '\/plan'/);
});

it('when sending the problem fails as well the client gets a plain 500, and the server goes on', async () => {
  const accounts = new Proxy(app.services.http.accounts, {
    get: (real, name) => (name === 'authenticate' ? () => Promise.reject(new Error('a bug')) : Reflect.get(real, name)),
  });
  const { url } = await serveAsInProduction(
    { accounts },
    {
      write(line) {
        if (JSON.parse(line).level >= 50) throw new Error('the log is gone');
      },
    },
  );
  for (let time = 0; time < 2; time++) {
    const response = await fetch(`${url}memories`, { headers: app.first.api.headers });
    const body = (await response.json()) as { request_id: string };
    expect([response.status, body]).toMatchObject([500, { code: 'internal', status: 500 }]);
    expect(response.headers.get('x-request-id')).toBe(body.request_id);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  }
});

it('a client that left before its response is counted as that, not as a success', async () => {
  const { lines, destination } = collectLines();
  const { url } = await serveAsInProduction({}, destination);
  const body = JSON.stringify({ text: 'somebody who does not wait' });
  const headers = { 'X-API-Key': app.first.key, Prefer: 'wait=10', 'Content-Length': String(body.length) };
  const { socket } = await beginBody(url, '/memories', { headers, body });
  await expect.poll(async () => (await app.first.api.get('/memories?limit=1')).text).toContain('who does not wait');
  socket.destroy();
  const request = { msg: 'request', operation: 'createMemory', status: 499 };
  await expect.poll(() => lines).toContainEqual(expect.objectContaining(request));
  const metrics = await app.services.http.metrics.read();
  expect(metrics).toMatch(/^mnema_http_request_duration_seconds_count\{operation="createMemory",status="499"\} 1$/m);
});

it('a client that left in the middle of its body is counted as that too, and is no error of ours', async () => {
  const { lines, destination } = collectLines();
  const { url } = await serveAsInProduction({}, destination);
  const { socket } = await beginBody(url, '/api-keys', { headers: { Authorization: `Bearer ${app.first.token}` } });
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await expect.poll(() => lines).toMatchObject([{ operation: 'createApiKey', status: 499, level: 20 }]);
});
