import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '../find-free-port.ts';
import { joinSockets } from '../join-sockets.ts';

export type RedisProxy = Awaited<ReturnType<typeof startProxy>>;

/** Starts an address in front of a Redis, as a managed service has one. */
export async function startProxy(url: string) {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    joinSockets(near, far, sockets);
    near.pipe(far);
    // Each piece by the same time: none overtakes another.
    far.on('data', (bytes) => void setTimeout(() => near.write(bytes), proxy.delayMs));
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const proxy = {
    url: `redis://127.0.0.1:${port}`,
    /** How long each response is delayed from now on, in milliseconds. */
    delayMs: 0,
    /** Sets where new connections lead; open ones stay where they are. */
    leadTo(other: string): void {
      target = new URL(other);
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
