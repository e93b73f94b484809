import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createJsonClient } from './create-json-client.ts';

const names = { provider: 'Test', keyVariable: 'TEST_API_KEY', urlVariable: 'MNEMA_TEST_BASE_URL' };

it('reports a redirection as a wrong address, and sends neither texts nor the key there', async () => {
  const paths: unknown[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const call = createJsonClient(names, { apiKey: 'key', baseUrl });
  await expect(call('/v2/embed', {}, new AbortController().signal)).rejects.toMatchObject({
    fault: 'setting',
    message: 'Test responded with 307, a redirection: check MNEMA_TEST_BASE_URL',
  });
  expect(paths).toEqual(['/v2/embed']);
});
