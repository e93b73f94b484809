import { once } from 'node:events';
import { createServer } from 'node:net';
import type { StoreDiagnosis } from '../../app/services/doctor.ts';
import { type Finding, ok, problem } from '../../lib/finding.ts';
import { localUrl } from '../../lib/local-url.ts';

export type PortFacts =
  | { kind: 'free' }
  /** A program that responds as a Mnema server does. */
  | { kind: 'mnema' }
  | { kind: 'taken' }
  | { kind: 'refused'; code: string; reason: string };

const responseLimitMs = 2_000;

export function checkPort({
  host,
  port,
  facts,
  server,
}: {
  host: string;
  port: number;
  facts: PortFacts;
  server: StoreDiagnosis['server'];
}): Finding {
  const address = `port ${port} on ${host}`;
  const another = 'set MNEMA_PORT to another port';
  if (facts.kind === 'taken') return problem(`${address} is in use by another program`, `stop that, or ${another}`);
  if (facts.kind === 'mnema') {
    return server.kind === 'none'
      ? problem(`${address} is in use by a Mnema server with another data directory`, `stop that one, or ${another}`)
      : ok(`a Mnema server responds at ${address}`);
  }
  if (facts.kind === 'refused') {
    const fix =
      facts.code === 'EACCES'
        ? 'set MNEMA_PORT to one above 1023'
        : 'set MNEMA_HOST to an address of this machine, such as 127.0.0.1';
    return problem(`${address} cannot be used: ${facts.reason}`, fix);
  }
  if (port === 0) return ok(`any free port on ${host} is chosen at the start`);
  return ok(`${address} is free${server.kind === 'running' ? '; the running server listens elsewhere' : ''}`);
}

/** Sends a request to the port. If no program responds, the port is opened for a moment. */
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
