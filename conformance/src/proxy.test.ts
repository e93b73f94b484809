import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Action } from './case.ts';
import { type FaultProxy, startProxy } from './proxy.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Starts a server that echoes, and the proxy in front of it. */
async function proxyWith(...proxy: Action[]): Promise<{ proxy: FaultProxy; served: () => number }> {
  let served = 0;
  const server = createServer(async (incoming, response) => {
    served += 1;
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const echo = JSON.stringify({ method: incoming.method, path: incoming.url, body, nested: { kept: true } });
    response.writeHead(201, { 'content-type': 'application/json', 'x-own': 'yes' }).end(echo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started = await startProxy(target, [{ id: 'one', title: 'a case', steps: [], proxy }]);
  stop = async () => {
    await started.close();
    await new Promise((resolve) => server.close(resolve));
  };
  return { proxy: started, served: () => served };
}

const post = (proxy: FaultProxy, signal?: AbortSignal): Promise<Response> =>
  fetch(`${proxy.url}/one/a%2Fb?c=d%20e`, { method: 'POST', body: '{"é":1}', ...(signal ? { signal } : {}) });

describe('the proxy', () => {
  it('passes a request on unchanged, and records it', async () => {
    const { proxy } = await proxyWith();
    const response = await post(proxy);
    expect([response.status, response.headers.get('x-own')]).toEqual([201, 'yes']);
    expect(await response.json()).toMatchObject({ method: 'POST', path: '/a%2Fb?c=d%20e', body: '{"é":1}' });
    expect(proxy.seen('one')).toMatchObject([
      { method: 'POST', path: '/a%2Fb?c=d%20e', body: '{"é":1}', waitedMs: undefined },
    ]);
  });

  it('responds instead of the server, then passes requests on', async () => {
    const { proxy, served } = await proxyWith({
      action: 'reply',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'x' },
    });
    const response = await post(proxy);
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      429,
      '1',
      { code: 'x' },
    ]);
    expect([(await post(proxy)).status, served()]).toEqual([201, 1]);
    expect(proxy.seen('one')[1]?.waitedMs).toBeGreaterThanOrEqual(0);
  });

  it('drops the connection before the server has the request, or after', async () => {
    const { proxy, served } = await proxyWith({ action: 'drop' }, { action: 'forward_drop' });
    await expect(post(proxy)).rejects.toThrow('fetch failed');
    expect(served()).toBe(0);
    await expect(post(proxy)).rejects.toThrow('fetch failed');
    expect(served()).toBe(1);
  });

  it('cuts a response off, or stops in its middle', async () => {
    const { proxy } = await proxyWith({ action: 'truncate' }, { action: 'stall' });
    const cut = await post(proxy);
    expect(cut.status).toBe(201);
    await expect(cut.text()).rejects.toThrow();
    const stalled = await post(proxy, AbortSignal.timeout(300));
    await expect(stalled.text()).rejects.toThrow(/timeout|aborted/i);
  });

  it('adds fields of a newer server to a response', async () => {
    const { proxy } = await proxyWith({ action: 'merge', body: { nested: { added: [1] } } });
    expect(await (await post(proxy)).json()).toMatchObject({ method: 'POST', nested: { kept: true, added: [1] } });
  });

  it('delays a response', async () => {
    const { proxy } = await proxyWith({ action: 'delay', ms: 200 });
    const startedAt = performance.now();
    expect((await post(proxy)).status).toBe(201);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });

  it('rejects requests of unknown cases', async () => {
    const { proxy } = await proxyWith();
    expect((await fetch(`${proxy.url}/two/usage`)).status).toBe(421);
  });
});
