import { expect, it, onTestFinished } from 'vitest';
import { logIn } from '../faults/test-account.ts';
import { startReceiver } from '../http/webhook-steps.ts';
import { createClient } from './client.ts';
import { spawnServer, temporaryDirectory, withoutEncoder } from './spawn-server.ts';

it('kill -9 between the commit and the delivery loses no event', async () => {
  const directory = temporaryDirectory();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const credentials = { email: 'ada@example.com', password: 'a password of hers' };
  const environment = {
    ...withoutEncoder,
    MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
    MNEMA_BOOTSTRAP_EMAIL: credentials.email,
    MNEMA_BOOTSTRAP_PASSWORD: credentials.password,
  };
  const first = await spawnServer({ directory, environment });
  const account = await logIn(first.url, credentials);
  const client = createClient(first.url, account.key);
  // The receiver hangs, so that nothing is delivered before the end.
  receiver.respond(() => {});
  await account.createWebhook(receiver.url);
  const memories = Array.from({ length: 20 }, (_, n) => ({ text: `note ${n}` }));
  const { results } = (await client.send('POST', '/memories/batch', { memories })).body;
  const ids: string[] = results.map(({ memory }: { memory: { memory_id: string } }) => memory.memory_id);
  await Promise.all(ids.map((id) => client.send('DELETE', `/memories/${id}`)));
  first.kill('SIGKILL');
  await first.ended;
  receiver.received.length = 0;
  receiver.respond((_request, response) => response.writeHead(204).end());
  await spawnServer({ directory, environment });
  const arrived = () => receiver.received.map(({ body }) => JSON.parse(body).data.memory_id).toSorted();
  await expect.poll(arrived, { timeout: 60_000 }).toEqual(ids.toSorted());
});
