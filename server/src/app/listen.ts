import { once } from 'node:events';
import type { Server } from 'node:net';
import { OperatorError } from '../ports/operator-error.ts';

class StartError extends OperatorError {
  override readonly name = 'StartError';
}

export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw startError(error, host, port);
  });
}

function startError(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const message =
    error.code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is in use by another program. Stop it, or set MNEMA_PORT to another port.`
      : error.code === 'EACCES'
        ? `This user has no permission to use port ${port}. Set MNEMA_PORT to one above 1023.`
        : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
          ? `${host} is not an address of this machine. Set MNEMA_HOST to one that is, such as 127.0.0.1.`
          : `Cannot listen on ${host}:${port}: ${error.message}.`;
  return new StartError(message, { cause: error });
}
