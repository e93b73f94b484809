import { afterEach, expect, vi } from 'vitest';
import { it, useAccount } from '../http/shared-apps.ts';

const { app } = useAccount();
afterEach(() => void vi.restoreAllMocks());

it('the contract is not serialised again for a request', async () => {
  const stringify = vi.spyOn(JSON, 'stringify');
  for (let request = 0; request < 3; request += 1) {
    const response = await fetch(`${app.url}/openapi.json`);
    expect([response.status, (await response.text()).length]).toEqual([200, expect.any(Number)]);
  }
  expect(stringify.mock.calls.filter(([value]) => value?.openapi !== undefined)).toHaveLength(0);
});

it.each([
  ['/openapi.json', 'application/json; charset=utf-8', 'public, max-age=300'],
  ['/docs/redoc.standalone.js', 'text/javascript; charset=utf-8', 'public, max-age=3600'],
])('%s has a strong ETag, and is not sent to those who have it', async (path, type, caching) => {
  const call = async (sent = {}, method = 'GET') => {
    const response = await fetch(`${app.url}${path}`, { method, headers: sent });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  const first = await call();
  const etag = first.headers['etag'] ?? '';
  expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  expect(first.headers).toMatchObject({ 'content-type': type, 'cache-control': caching });
  expect(first.text.length).toBeGreaterThan(100_000);
  for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
    const { status, text, headers } = await call({ 'If-None-Match': known });
    expect([known, status, text, headers['etag']]).toEqual([known, 304, '', etag]);
  }
  for (const other of ['"another"', etag.slice(1, -1)]) {
    const { status, text } = await call({ 'If-None-Match': other });
    expect([other, status, text]).toEqual([other, 200, first.text]);
  }
  expect(await call({}, 'HEAD')).toMatchObject({ status: 200, text: '' });
});

it('requests for metrics that arrive during a collection share the next one', async () => {
  const { metrics, identifiers } = app.services.http;
  const gate = Promise.withResolvers<void>();
  const read = vi.fn(async () => {
    await gate.promise;
    return metrics.read();
  });
  const arrived = vi.fn(identifiers.request);
  const { call } = await app.withServices({
    metrics: { ...metrics, read },
    identifiers: { ...identifiers, request: arrived },
  });
  const responses = Array.from({ length: 20 }, () => call({ method: 'GET', path: '/metrics' }));
  await expect.poll(() => arrived.mock.calls.length).toBe(20);
  gate.resolve();
  const received = await Promise.all(responses);
  expect(read).toHaveBeenCalledTimes(2);
  for (const { status, headers } of received) {
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  }
});
