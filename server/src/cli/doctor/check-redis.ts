import type { RedisFacts } from '../../app/services.ts';
import { type Finding, ok, problem, warning } from './check.ts';

const leastVersion = [6, 2] as const;
/** An announcement, or a count of the rate limits, should take next to nothing. */
const slowMs = 20;

const fixes: Record<Extract<RedisFacts, { kind: 'unreachable' }>['obstacle'], string> = {
  credentials:
    'correct user and password in MNEMA_REDIS_URL, as in redis://user:password@host:6379 (without a user: redis://:password@host:6379); @ is written %40',
  name: 'correct the host in MNEMA_REDIS_URL, or the name server of this machine',
  tls: 'begin MNEMA_REDIS_URL with rediss:// where Redis speaks TLS and with redis:// where it does not; Node must know its certificate (NODE_EXTRA_CA_CERTS)',
  network: 'check that Redis runs and that this machine may reach it, and host and port in MNEMA_REDIS_URL',
};

export function checkRedis(facts: RedisFacts): Finding {
  if (facts.kind === 'unreachable') return problem(`no connection: ${facts.reason}`, fixes[facts.obstacle]);
  const { version, pingMs } = facts;
  const finding = `Redis ${version} answers in ${pingMs.toFixed(1)} ms`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (!(major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1]))) {
    return problem(`${finding}, and is too old`, `use Redis ${leastVersion.join('.')} or newer at MNEMA_REDIS_URL`);
  }
  if (pingMs > slowMs) return warning(`${finding}: that is slow`, 'run Redis near the servers: each request asks it');
  return ok(finding);
}

export function checkRedisSettings(facts: RedisFacts): Finding {
  if (facts.kind === 'unreachable') return problem('could not be looked at', 'see Redis');
  const { evictionPolicy, appendOnly, appendFsync } = facts;
  const findings: Finding[] = [];
  if (evictionPolicy !== null && evictionPolicy !== 'noeviction') {
    findings.push(
      problem(
        `maxmemory-policy is ${evictionPolicy}: a full Redis would throw parts of jobs away`,
        'CONFIG SET maxmemory-policy noeviction in the Redis of MNEMA_REDIS_URL, and in its configuration file',
      ),
    );
  }
  if (appendOnly === false) {
    findings.push(
      warning(
        'appendonly is off: announcements are lost with a crash, and found again within a second or so',
        'CONFIG SET appendonly yes in the Redis of MNEMA_REDIS_URL, and in its configuration file',
      ),
    );
  } else if (appendFsync === 'no') {
    findings.push(
      warning(
        'appendfsync is no: announcements of some 30 seconds are lost with a crash of the machine',
        'CONFIG SET appendfsync everysec in the Redis of MNEMA_REDIS_URL, and in its configuration file',
      ),
    );
  } else if (appendFsync === 'always') {
    findings.push(
      warning(
        'appendfsync is always: each announcement waits for the disk, and none needs to',
        'CONFIG SET appendfsync everysec in the Redis of MNEMA_REDIS_URL, and in its configuration file',
      ),
    );
  }
  const [first] = findings;
  if (first) return { ...first, lines: findings.slice(1).flatMap(({ finding, fix }) => [finding, `to fix: ${fix}`]) };
  const unknown = [evictionPolicy, appendOnly, appendFsync].includes(null);
  return ok(
    unknown
      ? 'this Redis does not tell all of its settings; maxmemory-policy should be noeviction, appendonly yes'
      : `maxmemory-policy is ${evictionPolicy}, appendonly yes, appendfsync ${appendFsync}`,
  );
}

/** @param isWorker - whether a server with this configuration works on memories itself */
export function checkQueue(facts: RedisFacts, { isWorker }: { isWorker: boolean }): Finding {
  if (facts.kind === 'unreachable') {
    return warning('could not be looked at: without Redis, workers look for new memories once a second', 'see Redis');
  }
  const { waiting, active } = facts.announcements;
  const counts = `${waiting} announcements wait, ${active} are held by workers`;
  const { waitingConnections } = facts;
  if (waitingConnections === 0 && waiting > 0) {
    return warning(
      `${counts}, and nobody listens`,
      isWorker
        ? 'start the server, which is a worker too'
        : 'start a worker: a server with MNEMA_ROLES=worker and the same settings',
    );
  }
  const listening = waitingConnections === null ? '' : `; ${waitingConnections} connections listen`;
  return ok(`${counts}${listening}`);
}
