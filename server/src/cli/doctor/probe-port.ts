import { once } from 'node:events';
import { createServer } from 'node:net';

export type PortFacts =
  | { kind: 'free' }
  /** Something answers there as a Mnema server does. */
  | { kind: 'mnema' }
  | { kind: 'taken' }
  | { kind: 'refused'; code: string; reason: string };

const responseLimitMs = 2_000;

/** Asks whoever listens on the port, and where nobody does, listens on it for a moment. */
export async function probePort(host: string, port: number): Promise<PortFacts> {
  if (port > 0 && (await respondsAsMnema(host, port))) return { kind: 'mnema' };
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return { kind: 'free' };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return code === 'EADDRINUSE' ? { kind: 'taken' } : { kind: 'refused', code, reason: message };
  } finally {
    server.close();
  }
}

async function respondsAsMnema(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(responseLimitMs),
    });
    const health = (await response.json()) as { status?: unknown } | null;
    return response.headers.get('x-request-id')?.startsWith('req_') === true && health?.status === 'ok';
  } catch {
    // Nobody there, or somebody who speaks otherwise: both are no Mnema server.
    return false;
  }
}
