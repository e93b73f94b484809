import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens a server at a free port. Its end breaks the connections that are left. */
export async function openServer(server: Server): Promise<{ port: number; url: string; close(): Promise<void> }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** Opens a server at a free port, which ends with the test. */
export async function listen(given: RequestListener | Server): Promise<{ server: Server; port: number; url: string }> {
  const server = typeof given === 'function' ? createServer(given) : given;
  const { port, url, close } = await openServer(server);
  onTestFinished(close);
  return { server, port, url: `${url}/` };
}
