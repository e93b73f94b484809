import { get } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { sendStream } from './reply.ts';
import type { ContextResponse } from './request-context.ts';

it('makes no more parts than a client takes that does not read, and ends them when it leaves', async () => {
  let made = 0;
  const ended = Promise.withResolvers<void>();
  async function* parts(): AsyncGenerator<string, void> {
    try {
      for (;;) {
        made++;
        yield 'x'.repeat(100_000);
      }
    } finally {
      ended.resolve();
    }
  }
  const rejections: unknown[] = [];
  const { port } = await listen((_request, response) => {
    const context = { rejected: (code: unknown) => rejections.push(code) };
    const sent = Object.assign(response, { locals: { context } }) as unknown as ContextResponse;
    const { signal } = new AbortController();
    void sendStream(sent, { status: 200 }, { type: 'application/x-ndjson', parts: parts(), signal }, '');
  });

  const request = get({ port, host: '127.0.0.1' });
  request.once('error', () => {});
  await new Promise((resolve) => request.once('response', (response) => resolve(response.pause())));
  let before = -1;
  while (made !== before) {
    before = made;
    for (let tick = 0; tick < 50; tick++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(made).toBeLessThan(1_000);
  request.destroy();
  await ended.promise;
  expect(rejections).toEqual([]);
});
