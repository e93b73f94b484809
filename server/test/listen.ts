import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { openServer } from './open-server.ts';

/** Opens a server at a free port, which ends with the test. */
export async function listen(given: RequestListener | Server): Promise<{ server: Server; port: number; url: string }> {
  const server = typeof given === 'function' ? createServer(given) : given;
  const { port, url, close } = await openServer(server);
  onTestFinished(close);
  return { server, port, url: `${url}/` };
}
