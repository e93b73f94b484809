import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { closedLoop } from '../load/closed-loop.ts';
import { toRequest } from '../load/http-connection.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure, MeasureContext } from './measure.ts';

const connections = 32;
const events = 1_000;
const maxDeletionMs = 300_000;
const credentials = { email: 'bench@example.com', password: 'a password of the bench' };

/**
 * Measures accepted writes while a webhook has a thousand events for a receiver that never responds. Writes with the
 * webhook and with it disabled take turns on one server, so that the same backlog of ingest is behind both.
 */
export const hangingWebhook: Measure = {
  name: 'hanging-webhook',
  async run(context) {
    const receiver = await startHangingReceiver();
    const server = await MnemaServer.start({
      dataDirectory: context.scratch.folder('hanging-webhook'),
      runtime: 'native',
      settings: { MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true', MNEMA_BOOTSTRAP_PASSWORD: credentials.password },
    });
    try {
      await server.warmUp();
      const hook = await createHook(server, (receiver.address() as AddressInfo).port);
      await queueEvents(server);
      const rates = { enabled: [] as number[], disabled: [] as number[] };
      for (let round = 0; round < 2 * context.rounds; round++) {
        context.progress(`round ${round + 1} of ${2 * context.rounds}`);
        // The first of the two in one round is the last in the next.
        const order = round % 2 === 0 ? ([true, false] as const) : ([false, true] as const);
        for (const enabled of order) {
          await hook.set(enabled);
          rates[enabled ? 'enabled' : 'disabled'].push(await writesPerSecond(server, context, round));
        }
      }
      return [
        {
          measure: `accepted writes, ${connections} connections, ${events} events for a receiver that hangs`,
          value: median(rates.enabled),
          baseline: median(rates.disabled),
          unit: 'per second',
          goal: { kind: 'ratio at least', limit: 0.95 },
          note: 'baseline: the webhook is disabled; in turns',
        },
      ];
    } finally {
      await server.kill();
      receiver.closeAllConnections();
      receiver.close();
    }
  },
};

async function startHangingReceiver(): Promise<Server> {
  const server = createServer((request) => request.resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function createHook({ port }: MnemaServer, receiverPort: number) {
  const send = async (method: string, path: string, content: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(content),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
    return response.json() as Promise<Record<string, string>>;
  };
  const { access_token: token } = await send('POST', '/auth/login', credentials);
  const session = { Authorization: `Bearer ${token}` };
  const types = ['memory.ready', 'memory.updated', 'memory.deleted'];
  const hook = { url: `http://127.0.0.1:${receiverPort}/`, events: types };
  const { id } = await send('POST', '/webhooks', hook, session);
  return { set: (enabled: boolean) => send('PATCH', `/webhooks/${id}`, { enabled }, session) };
}

/** Writes memories and deletes them, which is an event for each. */
async function queueEvents(server: MnemaServer): Promise<void> {
  const headers = { 'X-API-Key': await server.apiKey() };
  const sentences = createSentences(99);
  const memories = Array.from({ length: 100 }, () => ({ text: sentences.memory(), run_id: 'deleted' }));
  for (let written = 0; written < events; written += memories.length) {
    await server.pool.call(
      { method: 'POST', path: '/memories/batch', headers, body: JSON.stringify({ memories }) },
      200,
    );
  }
  const path = `/memories?run_id=deleted&confirm=${events}`;
  const { deletion_id: id } = JSON.parse(await server.delete(path, 200));
  const startedAt = performance.now();
  while (JSON.parse(await server.get(`/deletions/${id}`)).status !== 'done') {
    if (performance.now() - startedAt > maxDeletionMs) throw new Error('the deletion did not end');
    await delay(50);
  }
}

async function writesPerSecond(server: MnemaServer, { seconds }: MeasureContext, round: number): Promise<number> {
  const headers = { 'X-API-Key': await server.apiKey() };
  const sentences = createSentences(100 + round);
  const next = () => {
    const body = JSON.stringify({ text: sentences.memory(), agent_id: 'planner', metadata: { project: 'atlas' } });
    return toRequest({ method: 'POST', path: '/memories', headers, body });
  };
  const load = { port: server.port, connections, warmUpSeconds: 0.5, seconds, expected: 202 };
  return (await closedLoop({ ...load, next })).rate;
}
