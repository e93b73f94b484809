import type { Socket } from 'node:net';

/** Lets each of two sockets end with the other, as a proxy does, and keeps those that are open. */
export function joinSockets(one: Socket, other: Socket, open: Set<Socket>): void {
  for (const socket of [one, other]) {
    open.add(socket);
    const peer = socket === one ? other : one;
    socket.on('error', () => peer.destroy());
    socket.on('close', () => {
      peer.destroy();
      open.delete(socket);
    });
  }
}
