import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createOpenRequests } from '../../src/api/open-requests.ts';
import { until } from '../http/memory-steps.ts';
import { startTestApp, type TestApp } from '../http/start-test-app.ts';
import { sendRaw } from './raw-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a few addresses do not take all slots for requests without a credential', () => {
  const openRequests = createOpenRequests();
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
    expect(() => {
      for (let request = 0; request < 1_000; request += 1) openRequests.enter(address);
    }).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  }
  for (let other = 0; other < 20; other += 1) openRequests.enter(`198.51.100.${other}`);
});

it('a log-in keeps its slot until its work is done, so that clients that leave cannot queue up more of it', async () => {
  const gate = Promise.withResolvers<void>();
  const { accounts } = app.services.http;
  const logIn = vi.fn(async (input: Parameters<typeof accounts.logIn>[0]) => {
    await gate.promise;
    return accounts.logIn(input);
  });
  const openRequests = createOpenRequests();
  const { url } = await app.withServices({ accounts: { ...accounts, logIn }, openRequests });
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' });
  const head = `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const { socket } = await sendRaw(url, `${head}\r\n\r\n${body}`);
  await until(
    async () => logIn.mock.calls.length,
    (calls) => calls === 1,
  );
  const ended = vi.spyOn(app.services.http.metrics, 'requestEnded');
  socket.destroy();
  await until(
    async () => ended.mock.calls.length,
    (calls) => calls === 1,
  );
  expect(openRequests.count()).toBe(1);
  gate.resolve();
  await until(
    async () => openRequests.count(),
    (running) => running === 0,
  );
});
