import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Message } from './start-bridge.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: Message;
}

export type Respond = (response: ServerResponse, received: Received) => void;

export interface ScriptedServer {
  url: string;
  requests: Received[];
  /** The number of responses that the client cut off. */
  closed(): number;
}

/** A server that handles each request with the next step of its script, and all later requests with the last step. */
export async function startScriptedServer(...script: [Respond, ...Respond[]]): Promise<ScriptedServer> {
  const requests: Received[] = [];
  let closed = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const received = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) };
    requests.push(received);
    response.once('close', () => {
      if (!response.writableFinished) closed += 1;
    });
    const respond = script[requests.length - 1] ?? script.at(-1);
    respond?.(response, received);
  });
  const url = await listen(server, 0);
  return { url, requests, closed: () => closed };
}

/** @returns the URL; the server stops when the test ends */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Finds a port that no process listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export const respondsWith =
  (result: unknown = { ok: true }): Respond =>
  (response, { body }) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
  };

export const sends =
  (status: number, headers: Record<string, string>, content = ''): Respond =>
  (response) => {
    response.writeHead(status, headers);
    response.end(content);
  };

export const page = (status: number) => sends(status, { 'Content-Type': 'text/html' }, '<!doctype html><p>Sorry</p>');

export const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  sends(
    status,
    { 'Content-Type': 'application/problem+json', ...headers },
    JSON.stringify({ status, code, detail: `It is ${code}.`, request_id: 'req_1' }),
  );

export const neverResponds: Respond = () => {};

export const hangsUp: Respond = (response) => {
  response.destroy();
};
