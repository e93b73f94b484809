import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { openServer } from '../open-server.ts';
import { write } from './memory-steps.ts';
import type { TestAccount, TestApp } from './start-test-app.ts';

/** A webhook whose receiver does not listen. */
export const aWebhook = { url: 'http://127.0.0.1:1/', events: ['memory.ready'] };

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver of webhooks, which does not keep the process running. */
export async function startReceiver() {
  const received: Received[] = [];
  const noContent: RequestListener = (_request, response) => response.writeHead(204).end();
  let listener = noContent;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    received.push({ headers: request.headers, body });
    listener(request, response);
  });
  server.unref();
  const { url, close } = await openServer(server);
  return {
    ...{ url: `${url}/hook`, received, close },
    /** Replaces the response, which is 204. */
    respond(next: RequestListener): void {
      listener = next;
    },
  };
}

/** Makes a webhook with one delivery that has arrived. */
export async function makeDelivery(app: TestApp, { api, session }: TestAccount) {
  const receiver = await startReceiver();
  const { id }: { id: string } = (await session.post('/webhooks', { url: receiver.url, events: ['memory.deleted'] }))
    .body;
  await api.delete(`/memories/${await write(api, 'the harbour freezes in January')}`);
  await app.services.deliverWebhooks();
  const { results } = (await session.get(`/webhooks/${id}/deliveries`)).body;
  return { id, delivery: results[0].id as string, headers: session.headers };
}
