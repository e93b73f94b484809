import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawClient {
  socket: Socket;
  /** What has arrived so far. */
  received(): string;
}

/** Connects to a server and sends this text. The connection ends with the test. */
export async function openRaw(url: string, text: string): Promise<RawClient> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received };
}

/**
 * Sends bytes as they are over a connection of their own, and resolves to all that the server sends back.
 * @param options.more sent when the response begins
 * @param options.isEnough whether the connection can be left although the server keeps it open
 */
export async function sendRaw(
  url: string,
  bytes: string,
  { more, isEnough }: { more?: string; isEnough?: (received: string) => boolean } = {},
): Promise<string> {
  const { socket, received } = await openRaw(url, bytes);
  if (more !== undefined) socket.once('data', () => socket.write(more));
  socket.on('data', () => isEnough?.(received()) && socket.destroy());
  await once(socket, 'close');
  return received();
}

/** Sends the head of a POST and the beginning of its body, and waits until the server has taken the request. */
export async function beginBody(
  url: string,
  path: string,
  { headers = {}, body = '{' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawClient> {
  const length = path.startsWith('/auth/') ? '16000' : '500000';
  const all = { Host: 'localhost', 'Content-Type': 'application/json', 'Content-Length': length, ...headers };
  const lines = Object.entries({ ...all, Expect: '100-continue' }).map(([name, value]) => `${name}: ${value}`);
  const client = await openRaw(url, [`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  await once(client.socket, 'data');
  client.socket.write(body);
  return client;
}
