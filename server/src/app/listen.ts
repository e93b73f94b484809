import { once } from 'node:events';
import type { Server } from 'node:net';
import { OperatorError } from '../ports/operator-error.ts';

/** @throws {OperatorError} */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const isElsewhere = `${host} is not an address of this machine. Set MNEMA_HOST to one that is, such as 127.0.0.1.`;
    const messages: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop it, or set MNEMA_PORT to another port.`,
      EACCES: `This user has no permission to use port ${port}. Set MNEMA_PORT to one above 1023.`,
      ...{ EADDRNOTAVAIL: isElsewhere, ENOTFOUND: isElsewhere },
    };
    throw new OperatorError(messages[cause.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${cause.message}.`, {
      cause,
    });
  });
}
