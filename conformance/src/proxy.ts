import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, Case } from './case.ts';

/** A request as the proxy received it. */
export interface SeenRequest {
  method: string;
  /** The path with its query, without the id of the case. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds since the response before it; undefined for the first request. */
  waitedMs: number | undefined;
}

interface ProxiedResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface FaultProxy {
  url: string;
  /** Returns the requests of a case, in order. */
  seen(id: string): SeenRequest[];
  close(): Promise<void>;
}

interface Conversation {
  actions: readonly Action[];
  seen: SeenRequest[];
  /** The time of the last response, or of the drop that replaced it. */
  respondedAt: number | undefined;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends the request to the server, over its own connection. */
function forward(target: string, path: string, incoming: IncomingMessage, body: Buffer): Promise<ProxiedResponse> {
  const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
  const length =
    body.length > 0 || incoming.headers['content-length'] !== undefined ? { 'content-length': body.length } : {};
  return new Promise((resolve, reject) => {
    const options = { method: incoming.method ?? 'GET', agent: false, headers: { ...headers, ...length } };
    // The path stays a string, because URL would normalise it.
    const { hostname, port } = new URL(target);
    const outgoing = sendRequest({ ...options, hostname, port, path }, (proxied) => {
      const { connection: _close, 'keep-alive': _keep, 'transfer-encoding': _chunked, ...kept } = proxied.headers;
      readAll(proxied).then((content) => {
        resolve({ status: proxied.statusCode ?? 0, headers: kept as ProxiedResponse['headers'], body: content });
      }, reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(into: unknown, from: unknown): unknown {
  if (!isObject(into) || !isObject(from)) return from;
  const merged = { ...into };
  for (const [name, value] of Object.entries(from)) merged[name] = merge(into[name], value);
  return merged;
}

function replyOf(action: Extract<Action, { action: 'reply' }>): ProxiedResponse {
  const text = action.body_text ?? (action.body === undefined ? '' : JSON.stringify(action.body));
  return { status: action.status, headers: action.headers ?? {}, body: Buffer.from(text) };
}

function writeHead(response: ServerResponse, { status, headers, body }: ProxiedResponse): void {
  const length = status === 204 ? {} : { 'content-length': body.length };
  // Every connection ends with its response: a client's pool would repeat requests on connections that were closed.
  response.writeHead(status, { ...headers, ...length, connection: 'close' });
}

function write(response: ServerResponse, proxied: ProxiedResponse): void {
  writeHead(response, proxied);
  response.end(proxied.body);
}

function writeHalf(response: ServerResponse, proxied: ProxiedResponse): Promise<void> {
  writeHead(response, proxied);
  const half = proxied.body.subarray(0, Math.floor(proxied.body.length / 2));
  return new Promise((resolve) => response.write(half, () => resolve()));
}

async function act(action: Action, forward: () => Promise<ProxiedResponse>, response: ServerResponse): Promise<void> {
  switch (action.action) {
    case 'pass':
      return write(response, await forward());
    case 'reply':
      return write(response, replyOf(action));
    case 'drop':
      return void response.destroy();
    case 'forward_drop':
      await forward();
      return void response.destroy();
    case 'delay':
      await sleep(action.ms);
      return write(response, await forward());
    case 'truncate':
      await writeHalf(response, await forward());
      return void response.destroy();
    case 'stall':
      return writeHalf(response, await forward());
    case 'merge': {
      const proxied = await forward();
      const document = merge(JSON.parse(proxied.body.toString('utf8')), action.body);
      return write(response, { ...proxied, body: Buffer.from(JSON.stringify(document)) });
    }
  }
}

/** Starts a proxy in front of the server at `target` that handles the requests of each case as the case requires. */
export async function startProxy(target: string, cases: readonly Case[]): Promise<FaultProxy> {
  const conversations = new Map<string, Conversation>(
    cases.map(({ id, proxy }) => [id, { actions: proxy ?? [], seen: [], respondedAt: undefined }]),
  );
  const server: Server = createServer(async (incoming, response) => {
    const startedAt = performance.now();
    const [, id = '', path = ''] = /^\/([^/?]*)(.*)$/.exec(incoming.url ?? '') ?? [];
    const conversation = conversations.get(id);
    if (!conversation) {
      response.writeHead(421, { 'content-type': 'text/plain' }).end(`the proxy has no case ${id}`);
      return;
    }
    try {
      const body = await readAll(incoming);
      const action = conversation.actions[conversation.seen.length] ?? { action: 'pass' };
      conversation.seen.push({
        method: incoming.method ?? '',
        path,
        headers: incoming.headers as Record<string, string>,
        body: body.toString('utf8'),
        waitedMs: conversation.respondedAt === undefined ? undefined : startedAt - conversation.respondedAt,
      });
      await act(action, () => forward(target, path, incoming, body), response);
      conversation.respondedAt = performance.now();
    } catch (error) {
      // Many cases abort their requests; a server that has ended would show in all of them.
      response.destroy(error as Error);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: (id) => conversations.get(id)?.seen ?? [],
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
