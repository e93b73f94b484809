import { once } from 'node:events';
import { createServer } from 'node:net';
import type { StoreDiagnosis } from '../../app/services/doctor.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, problem } from '../../lib/finding.ts';
import { localUrl } from '../../lib/local-url.ts';

const responseLimitMs = 2_000;

/**
 * Sends a request to the port. If no program responds, the port is opened for a moment.
 * @param server whether a server uses the store of the settings
 */
export async function checkPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { kind }: Pick<StoreDiagnosis['server'], 'kind'>,
): Promise<Finding> {
  const address = `port ${port} on ${host}`;
  const another = 'set MNEMA_PORT to another port';
  if (port > 0 && (await respondsAsMnema(host, port))) {
    return kind === 'none'
      ? problem(`${address} is in use by a Mnema server with another data directory`, `stop that one, or ${another}`)
      : ok(`a Mnema server responds at ${address}`);
  }
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    if (port === 0) return ok(`any free port on ${host} is chosen at the start`);
    return ok(`${address} is free${kind === 'running' ? '; the running server listens elsewhere' : ''}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return problem(`${address} is in use by another program`, `stop that, or ${another}`);
    const own = 'set MNEMA_HOST to an address of this machine, such as 127.0.0.1';
    return problem(
      `${address} cannot be used: ${message}`,
      code === 'EACCES' ? 'set MNEMA_PORT to one above 1023' : own,
    );
  } finally {
    server.close();
  }
}

async function respondsAsMnema(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`${localUrl(host, port)}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(responseLimitMs),
    });
    const health = (await response.json()) as { status?: unknown } | null;
    return response.headers.get('x-request-id')?.startsWith('req_') === true && health?.status === 'ok';
  } catch {
    // The port is closed, or another program uses it.
    return false;
  }
}
