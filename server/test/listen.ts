import { createServer, type RequestListener, Server, type ServerOptions } from 'node:http';
import { onTestFinished } from 'vitest';
import { openServer } from './open-server.ts';

/** Opens a server at a free port, which ends with the test. */
export async function listen(given: RequestListener | Server, options: ServerOptions = {}) {
  const server = given instanceof Server ? given : createServer(options, given);
  const { port, url, close } = await openServer(server);
  onTestFinished(close);
  return { server, port, url: `${url}/` };
}
