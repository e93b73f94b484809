import { expect, it, onTestFinished } from 'vitest';
import { type Receiver, startReceiver } from '../http/webhook-steps.ts';
import { spawnServer, temporaryDirectory, until } from './spawn-server.ts';

async function useReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

it('kill -9 between the commit and the delivery loses no event', async () => {
  const directory = temporaryDirectory();
  const receiver = await useReceiver();
  const environment = {
    MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
    MNEMA_BOOTSTRAP_EMAIL: 'ada@example.com',
    MNEMA_BOOTSTRAP_PASSWORD: 'a password of hers',
  };
  const first = await spawnServer({ directory, environment });
  const send = async (url: string, method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const credentials = { email: 'ada@example.com', password: 'a password of hers' };
  const { access_token: token } = (await send(first.url, 'POST', '/auth/login', {}, credentials)).body;
  const session = { authorization: `Bearer ${token}` };
  const events = ['memory.deleted'];
  // The receiver hangs, so that nothing is delivered before the end.
  receiver.respond(() => {});
  expect((await send(first.url, 'POST', '/webhooks', session, { url: receiver.url, events })).status).toBe(201);
  const memories = Array.from({ length: 20 }, (_, n) => ({ text: `note ${n}` }));
  const { results } = (await send(first.url, 'POST', '/memories/batch', session, { memories })).body;
  const ids: string[] = results.map(({ memory }: { memory: { memory_id: string } }) => memory.memory_id);
  await Promise.all(ids.map((id) => send(first.url, 'DELETE', `/memories/${id}`, session)));
  first.kill('SIGKILL');
  await first.ended;
  receiver.received.length = 0;
  receiver.respond((_request, response) => response.writeHead(204).end());
  await spawnServer({ directory, environment });
  const arrived = () => receiver.received.map(({ body }) => JSON.parse(body).data.memory_id);
  await until(() => new Set(arrived()).size === ids.length, { limitMs: 60_000, what: 'all events' });
  expect(arrived().toSorted()).toEqual(ids.toSorted());
});
