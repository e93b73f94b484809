import { describe, expect } from 'vitest';
import { respondToClientErrors } from '../../../src/http/server/create-http-server.ts';
import { listen } from '../../listen.ts';
import { checkProblem } from '../check-response.ts';
import { sendRaw } from '../send-raw.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app } = useAccount();

async function send(port: number, bytes: string, more?: string) {
  const received = await sendRaw(`http://127.0.0.1:${port}`, bytes, more === undefined ? {} : { more });
  const [head = '', text = ''] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) as Record<string, string>, text };
}

async function expectProblem(port: number, bytes: string, status: number, code: string): Promise<void> {
  const response = await send(port, bytes);
  expect([response.status, response.headers['connection']]).toEqual([status, 'close']);
  const body = JSON.parse(response.text);
  expect(body.code).toBe(code);
  expect(response.headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/);
  expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.text)));
  checkProblem({ ...response, body });
}

describe('what is rejected before it is a request is a problem document with an id too:', () => {
  it('bytes that are not HTTP, headers that are malformed or too long, no Host', async () => {
    const port = Number(new URL(app.url).port);
    const chunked = (chunk: string) =>
      `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`;
    const requests: [string, number, string][] = [
      ['GET /healthz HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n', 400, 'invalid_request'],
      ['hello\r\n\r\n', 400, 'invalid_request'],
      ['GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid_request'],
      [`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
      [`GET /${'m'.repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, 'headers_too_large'],
      [chunked('zz\r\n'), 400, 'invalid_request'],
      [chunked(`1;${'x'.repeat(20_000)}\r\n{`), 413, 'payload_too_large'],
      ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    ];
    for (const request of requests) await expectProblem(port, ...request);
    const unknownExpectation =
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: the-moon\r\nConnection: close\r\n\r\n';
    expect(await send(port, unknownExpectation)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect((await fetch(`${app.url}/healthz`)).status, 'the server goes on').toBe(200);
  });

  it('a request that takes too long to arrive', async () => {
    const port = await begin({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 });
    await expectProblem(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n', 408, 'request_timeout');
  });

  it('nothing is written into the middle of a response', async () => {
    const port = await begin({}, 'the beginning of a response');
    const response = await send(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'not a request\r\n\r\n');
    expect(response.text).toContain('the beginning of a response');
    expect(response.text).not.toContain('invalid_request');
  });
});

/** A server that begins every response and never ends it. */
async function begin(limits: object, beginning?: string): Promise<number> {
  const { server, port } = await listen((_request, response) => {
    if (beginning) response.write(beginning);
  }, limits);
  respondToClientErrors(server, () => `req_${'0'.repeat(26)}`);
  return port;
}
