import type { Socket } from 'node:net';
import type { Middleware } from '../server/request-context.ts';

/** The maximum of requests on a connection without a complete response. Few clients have more than one. */
const maxPipelined = 64;

/**
 * Closes a connection on which a client sends many requests and reads no responses. Node takes all requests that arrive
 * together, and keeps them in memory until the responses before theirs have been read.
 */
export function limitPipelining(): Middleware {
  const openOn = new WeakMap<Socket, number>();
  return ({ socket }, response, next) => {
    const open = (openOn.get(socket) ?? 0) + 1;
    if (open > maxPipelined) {
      socket.destroy();
      return;
    }
    openOn.set(socket, open);
    response.once('close', () => openOn.set(socket, (openOn.get(socket) ?? 1) - 1));
    next();
  };
}
