import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  freePort,
  hangsUp,
  listen,
  neverResponds,
  page,
  problem,
  type Respond,
  respondsWith,
  sends,
  startScriptedServer,
} from './scripted-server.ts';
import { startBridge } from './start-bridge.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const tested: string[] = [];

/** Tests one row of the table in the README. */
function fault(row: string, test: () => Promise<void>): void {
  tested.push(row);
  it(row, test);
}

/** An attempt has half of the time. On a busy machine it takes seconds, and must not end there: it would be repeated. */
const patient = { MNEMA_TIMEOUT_SECONDS: '600' };
const connect = (url: string, more: Record<string, string> = patient) =>
  startBridge({ MNEMA_BASE_URL: url, MNEMA_API_KEY: 'mnk_test', ...more });
/** The settings of a test whose fault is permanent, so that it waits for the end of the attempts. */
const impatient = { MNEMA_TIMEOUT_SECONDS: '6' };
const failure = (code: string) => ({ error: { code: -32603, data: { code } } });

describe('what the client sees', () => {
  fault('nothing listens at the address', async () => {
    // A quarter of it is for attempts: the first one takes seconds on a busy machine.
    const bridge = connect(`http://127.0.0.1:${await freePort()}`, { MNEMA_TIMEOUT_SECONDS: '12' });
    const { id, error } = await bridge.request(1, 'initialize');
    expect({ id, error }).toMatchObject({ id: 1, ...failure('unreachable') });
    expect(error.message).toMatch(/can't be reached \(ECONNREFUSED\)\. Is it running/);
    expect(bridge.stderr()).toContain('Trying again');
  });

  fault('the host name is unknown', async () => {
    const bridge = connect('http://mnema.invalid', impatient);
    expect(await bridge.request(1, 'initialize')).toMatchObject(failure('unreachable'));
  });

  fault('the server starts a moment later', async () => {
    const port = await freePort();
    const bridge = connect(`http://127.0.0.1:${port}`);
    const response = bridge.request(1, 'initialize');
    const server = createServer((_request, response) => respondsWith()(response, { headers: {}, body: { id: 1 } }));
    await expect.poll(() => bridge.stderr()).toContain('Trying again');
    await listen(server, port);
    expect(await response).toMatchObject({ id: 1, result: { ok: true } });
  });

  fault('the connection breaks before the response', async () => {
    const server = await startScriptedServer(hangsUp, hangsUp, respondsWith());
    const bridge = connect(server.url);
    expect(await bridge.callTool(1, 'service_add', { memory: 'x' })).toMatchObject({ result: { ok: true } });
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    expect([server.requests.length, keys.size, [...keys][0]]).toEqual([3, 1, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const other = await bridge.callTool(2, 'service_add', { memory: 'x' });
    expect(other.result).toEqual({ ok: true });
    expect(server.requests[3]?.headers['idempotency-key']).not.toBe([...keys][0]);
  });

  fault('the connection breaks each time', async () => {
    const server = await startScriptedServer(hangsUp);
    const bridge = connect(server.url, impatient);
    const startedAt = performance.now();
    const { error } = await bridge.callTool(1, 'service_add', { memory: 'x' });
    expect({ error }).toMatchObject({ error: { data: { code: 'unreachable', may_be_done: true } } });
    expect(error.message).toMatch(/What was asked may have been done all the same\.$/);
    expect(performance.now() - startedAt).toBeGreaterThan(600);
    const read = await bridge.request(2, 'tools/list');
    expect(read.error.data).toEqual({ code: 'unreachable' });
  });

  fault('the response breaks off in the middle', async () => {
    const half = '{"jsonrpc":"2.0","id":1,"resu';
    const server = await startScriptedServer(
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        response.write(half, () => response.destroy());
      },
      sends(200, { 'Content-Type': 'application/json' }, half),
      respondsWith(),
    );
    expect(await connect(server.url).request(1, 'tools/list')).toMatchObject({ result: { ok: true } });
    expect(server.requests).toHaveLength(3);
  });

  fault('the server is slow once', async () => {
    const server = await startScriptedServer(neverResponds, respondsWith());
    const bridge = connect(server.url, impatient);
    expect(await bridge.callTool(1, 'service_add')).toMatchObject({ result: { ok: true } });
    const [first, second] = server.requests;
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  fault('the server does not respond', async () => {
    const server = await startScriptedServer(neverResponds);
    const { error } = await connect(server.url, impatient).callTool(1, 'service_search');
    expect({ error }).toMatchObject(failure('timeout'));
    expect(error.message).toContain('may have been done all the same');
    expect(server.requests).toHaveLength(2);
  });

  fault('the key is wrong or revoked', async () => {
    const data = { code: 'unauthenticated', status: 401, request_id: 'req_1' };
    const body = { jsonrpc: '2.0', id: null, error: { code: -32010, message: 'No such key.', data } };
    const rejection = sends(401, { 'Content-Type': 'application/json' }, JSON.stringify(body));
    // Earlier servers send a problem document.
    const server = await startScriptedServer(rejection, problem(401, 'unauthenticated'));
    const bridge = connect(server.url);
    for (const count of [1, 2]) {
      const { error } = await bridge.request(count, 'initialize');
      expect({ error }).toMatchObject({ error: { code: -32603, data } });
      expect(error.message).toMatch(/^(No such key|It is unauthenticated)\. Check MNEMA_API_KEY/);
      expect(server.requests).toHaveLength(count);
    }
  });

  fault('there is no key, or only a placeholder', async () => {
    const server = await startScriptedServer(respondsWith());
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder that clients do not replace
    const unfilled = ['${MNEMA_API_KEY}', '${env:KEY}', '$KEY', '<API key>', 'mnk_…'];
    for (const MNEMA_API_KEY of [...unfilled, '', ' ', 'a b', 'ä']) {
      const response = await connect(server.url, { MNEMA_API_KEY }).request('a', 'initialize');
      expect(response, MNEMA_API_KEY).toMatchObject({ id: 'a', ...failure('not_configured') });
      expect(response.error.message).toContain('MNEMA_API_KEY');
    }
    expect(server.requests).toEqual([]);
  });

  fault('the address is invalid', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder that clients do not replace
    const unfilled = '${MNEMA_BASE_URL}';
    for (const url of ['memory.example.com', 'ftp://memory.example.com', 'http://a:b@127.0.0.1', unfilled]) {
      const { error } = await connect(url).request(1, 'initialize');
      expect({ error }).toMatchObject(failure('not_configured'));
      expect(error.message).toContain('MNEMA_BASE_URL');
    }
  });

  fault('too many requests, with a short `Retry-After`', async () => {
    const server = await startScriptedServer(problem(429, 'rate_limited', { 'Retry-After': '1' }), respondsWith());
    const startedAt = Date.now();
    const bridge = connect(server.url);
    expect(await bridge.request(1, 'tools/list')).toMatchObject({ result: { ok: true } });
    expect(Date.now() - startedAt).toBeGreaterThan(950);
  });

  fault('too many requests, with a long `Retry-After`', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const [inSeconds, byDate] = ['3600', date].map((wait) => problem(429, 'rate_limited', { 'Retry-After': wait }));
    const server = await startScriptedServer(inSeconds as Respond, byDate as Respond);
    const bridge = connect(server.url);
    for (const count of [1, 2]) {
      const { error } = await bridge.request(count, 'tools/list');
      expect({ error }).toMatchObject(failure('rate_limited'));
      expect(error.data.retry_after).toBeGreaterThan(3_000);
      expect(server.requests).toHaveLength(count);
    }
  });

  fault('the server restarts behind a proxy', async () => {
    const server = await startScriptedServer(page(502), page(503), problem(503, 'unavailable'), respondsWith());
    const bridge = connect(server.url);
    expect(await bridge.request(1, 'tools/list')).toMatchObject({ result: { ok: true } });
  });

  fault('the server stays down behind a proxy', async () => {
    const server = await startScriptedServer(page(502));
    // The limit leaves time for a second attempt on a busy machine.
    const { error } = await connect(server.url, { MNEMA_TIMEOUT_SECONDS: '12' }).request(1, 'tools/list');
    expect({ error }).toMatchObject({ error: { code: -32603, data: { code: 'not_mcp', status: 502 } } });
    expect(error.message).toContain('in front of the server');
    expect(server.requests.length).toBeGreaterThan(1);
  });

  fault('the server has an internal error', async () => {
    const server = await startScriptedServer(problem(500, 'internal'));
    const { error } = await connect(server.url).request(1, 'tools/list');
    expect({ error }).toMatchObject({
      error: { message: 'It is internal.', data: { code: 'internal', status: 500, request_id: 'req_1' } },
    });
    expect(server.requests).toHaveLength(1);
  });

  fault('the response is a web page or other JSON', async () => {
    const json = sends(200, { 'Content-Type': 'application/json' }, '{"hello": "world"}');
    const stream = sends(200, { 'Content-Type': 'text/event-stream' }, 'data: {}\n\n');
    const server = await startScriptedServer(page(200), page(404), json, stream, sends(204, {}));
    const bridge = connect(server.url);
    for (const count of [1, 2, 3, 4, 5]) {
      const { error } = await bridge.request(count, 'initialize');
      expect({ error }).toMatchObject(failure('not_mcp'));
      expect(error.message).toContain('Is MNEMA_BASE_URL the address of a Mnema server?');
      expect(server.requests).toHaveLength(count);
    }
  });

  fault('the server redirects', async () => {
    const elsewhere = await startScriptedServer(respondsWith());
    const server = await startScriptedServer(sends(308, { Location: `${elsewhere.url}/mcp` }));
    const { error } = await connect(server.url).request(1, 'initialize');
    expect({ error }).toMatchObject(failure('redirected'));
    expect(error.message).toContain(elsewhere.url);
    expect(elsewhere.requests).toEqual([]);
  });

  fault('the response belongs to another request', async () => {
    const server = await startScriptedServer((response) => respondsWith()(response, { headers: {}, body: { id: 2 } }));
    expect(await connect(server.url).request(1, 'tools/list')).toMatchObject({ id: 1, ...failure('wrong_answer') });
  });

  fault('the server rejects without the ID', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No.' } }, null, 2);
    const server = await startScriptedServer(sends(400, { 'Content-Type': 'application/json' }, body));
    expect(await connect(server.url).request('a', 'x')).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32600, message: 'No.' },
    });
  });

  fault('a message is larger than the server accepts', async () => {
    const server = await startScriptedServer(respondsWith());
    const bridge = connect(server.url);
    const params = { name: 'service_add', arguments: { memory: '"id":5}'.repeat(400_000), id: 6 } };
    const method = 'tools/call';
    for (const [id, message] of [
      [1, { jsonrpc: '2.0', id: 1, method, params }],
      ['two', { method, params, jsonrpc: '2.0', id: 'two' }],
      [3, { jsonrpc: '2.0', method, id: 3, params }],
      ['a"b', { params, id: 'a"b', jsonrpc: '2.0', method }],
    ] as const) {
      bridge.write(`${JSON.stringify(message)}\n`);
      expect(await bridge.response(id)).toMatchObject({
        id,
        error: { code: -32600, data: { code: 'payload_too_large' } },
      });
    }
    bridge.write(`{"jsonrpc":"2.0","id":"\u0001","method":"ping","params":"${'x'.repeat(2_000_000)}"}\n`);
    expect(await bridge.response(null)).toMatchObject({ error: { data: { code: 'payload_too_large' } } });
    expect(await bridge.request(9, 'tools/list')).toMatchObject({ result: { ok: true } });
    expect(server.requests).toHaveLength(1);
  });

  fault('a response is larger than 32 MB', async () => {
    const server = await startScriptedServer(
      respondsWith('x'.repeat(33 * 1024 * 1024)),
      respondsWith('x'.repeat(4_000_000)),
    );
    const bridge = connect(server.url);
    expect(await bridge.request(1, 'tools/list')).toMatchObject(failure('answer_too_large'));
    expect((await bridge.request(2, 'tools/list')).result).toHaveLength(4_000_000);
  });

  fault('a line arrives in pieces, or several arrive at once', async () => {
    const server = await startScriptedServer(respondsWith());
    const bridge = connect(server.url);
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'Grüße 👋' } });
    for (const byte of Buffer.from(`${text}\r\n\n  \n`)) {
      bridge.write(Buffer.from([byte]));
      if (byte % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await bridge.response(1)).toMatchObject({ result: { ok: true } });
    bridge.write([2, 3, 4].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`).join(''));
    for (const id of [2, 3, 4]) expect(await bridge.response(id)).toMatchObject({ id, result: { ok: true } });
    expect(bridge.messages()).toHaveLength(4);
  });

  fault('a line is not JSON or not a message', async () => {
    const server = await startScriptedServer(respondsWith());
    for (const [text, id, code] of [
      ['{"jsonrpc": "2.0", "id": 1', null, -32700],
      ['null', null, -32600],
      ['{"jsonrpc":"2.0","id":7}', 7, -32600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ] as const) {
      const bridge = connect(server.url);
      bridge.write(`${text}\n`);
      expect((await bridge.response(id)).error.code, text).toBe(code);
      expect(await bridge.request('next', 'ping')).toMatchObject({ result: { ok: true } });
    }
  });

  fault('a batch', async () => {
    const server = await startScriptedServer(respondsWith());
    const bridge = connect(server.url);
    bridge.write(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"b","method":"ping"}]\n',
    );
    for (const id of [1, 'b']) expect(await bridge.response(id)).toMatchObject({ id, error: { code: -32600 } });
    expect(server.requests).toEqual([]);
  });

  fault('many requests at once', async () => {
    let max = 0;
    let open = 0;
    const server = await startScriptedServer((response, received) => {
      max = Math.max(max, ++open);
      setTimeout(() => {
        open -= 1;
        respondsWith(received.body.params)(response, received);
      }, 5);
    });
    const bridge = connect(server.url);
    const pending = Array.from({ length: 1_500 }, (_, number) => bridge.request(number, 'tools/call', { number }));
    for (const [number, { id, result }] of (await Promise.all(pending)).entries()) {
      expect([id, result]).toEqual([number, { number }]);
    }
    expect(max).toBe(16);
  });

  fault('a request is cancelled', async () => {
    const server = await startScriptedServer(neverResponds, respondsWith());
    const bridge = connect(server.url);
    const cancel = (requestId: number) =>
      bridge.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`);
    void bridge.request(1, 'tools/call');
    await expect.poll(() => server.requests.length).toBe(1);
    cancel(1);
    cancel(99);
    await expect.poll(server.closed).toBe(1);
    expect(await bridge.request(2, 'ping')).toMatchObject({ id: 2, result: { ok: true } });
    expect(bridge.messages().map(({ id }) => id)).toEqual([2]);
  });

  it('matches the table in the README, row by row', () => {
    const table = /## Errors([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
    const rows = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, row]) => row).slice(1);
    expect(rows).toEqual(tested);
  });
});
