import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum of requests on a connection without a complete response. Few clients have more than one. */
const maxPipelined = 64;

/**
 * Closes a connection on which a client sends many requests and reads no responses. Node accepts all requests that
 * arrive together. It keeps them in memory until the previous responses have been read. They are counted while Node
 * parses them, because the app gets them only after the last one.
 */
export function limitPipelining(server: Server): void {
  const openOn = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    const open = (openOn.get(socket) ?? 0) + 1;
    if (open > maxPipelined) {
      socket.destroy();
      return;
    }
    openOn.set(socket, open);
    response.once('close', () => openOn.set(socket, (openOn.get(socket) ?? 1) - 1));
  });
}
