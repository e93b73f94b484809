import type { StoreDiagnosis } from '../../app/services/doctor.ts';
import { type Finding, ok, problem } from '../../lib/finding.ts';
import type { PortFacts } from './probe-port.ts';

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
  const place = `port ${port} on ${host}`;
  const another = 'set MNEMA_PORT to another port';
  if (facts.kind === 'taken') return problem(`${place} is in use by another program`, `stop that, or ${another}`);
  if (facts.kind === 'mnema') {
    return server.kind === 'none'
      ? problem(`${place} is in use by a Mnema server with another data directory`, `stop that one, or ${another}`)
      : ok(`a Mnema server answers at ${place}`);
  }
  if (facts.kind === 'refused') {
    const fix =
      facts.code === 'EACCES'
        ? 'set MNEMA_PORT to one above 1023'
        : 'set MNEMA_HOST to an address of this machine, such as 127.0.0.1';
    return problem(`${place} can't be used: ${facts.reason}`, fix);
  }
  if (port === 0) return ok(`any free port on ${host} is taken at the start`);
  return ok(`${place} is free${server.kind === 'running' ? '; the running server listens elsewhere' : ''}`);
}
