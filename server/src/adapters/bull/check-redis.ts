import { Redis } from 'ioredis';
import { type Finding, ok, problem, warning } from '../../lib/finding.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { failFast } from './redis-options.ts';

const commandTimeoutMs = 2_000;
/** The time limit of the whole check. */
const limitMs = 8_000;
const pings = 3;

/**
 * Checks the Redis of the queue, and changes nothing.
 * @param options.isWorker - whether a server with this configuration is a worker, too
 */
export async function checkRedis(options: { url: string; prefix: string; isWorker: boolean }): Promise<RedisDiagnosis> {
  const client = new Redis(options.url, {
    ...failFast({ commandTimeoutMs }),
    lazyConnect: true,
    retryStrategy: () => null,
  });
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure ??= error;
  });
  const look = () => examine(client, options.prefix);
  try {
    const facts = await withTimeout(limitMs, look, () => {
      throw new Error(`no response within ${limitMs} ms`);
    });
    return describeRedis(facts, options);
  } catch (error) {
    return {
      redis: describeFailure([failure, error].filter((one) => one instanceof Error)),
      settings: problem('could not be checked', 'see Redis'),
      queue: warning('could not be checked: without Redis, workers look for new memories once a second', 'see Redis'),
    };
  } finally {
    client.disconnect();
  }
}

export type RedisFacts = Awaited<ReturnType<typeof examine>>;

async function examine(client: Redis, prefix: string) {
  await client.connect();
  const times: number[] = [];
  for (let ping = 0; ping < pings; ping++) {
    const startedAt = performance.now();
    await client.ping();
    times.push(performance.now() - startedAt);
  }
  const lines = (await client.info()).split(/\r?\n/).filter((line) => line.includes(':'));
  const info = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
  const setting = (name: string) =>
    client.config('GET', name).then(
      (response) => (response as string[])[1] ?? null,
      // Managed services often forbid the command, and hide their settings.
      () => null,
    );
  const aof = info.get('aof_enabled');
  const blocked = info.get('blocked_clients');
  return {
    version: info.get('redis_version') ?? 'unknown',
    pingMs: times.toSorted((a, b) => a - b)[1] as number,
    evictionPolicy: info.get('maxmemory_policy') ?? (await setting('maxmemory-policy')),
    appendOnly: aof === undefined ? null : aof === '1',
    appendFsync: await setting('appendfsync'),
    /** The connections to the whole Redis that wait for work; null if Redis does not report them. */
    waitingConnections: blocked === undefined ? null : Number(blocked),
    announcements: {
      waiting: await client.llen(`{${prefix}}:ingest:wait`),
      active: await client.llen(`{${prefix}}:ingest:active`),
    },
  };
}

const minVersion = [6, 2] as const;
/** A slower response delays each announcement and each count of the rate limits. */
const slowMs = 20;

export type RedisDiagnosis = ReturnType<typeof describeRedis>;

export function describeRedis(facts: RedisFacts, { isWorker }: { isWorker: boolean }) {
  return { redis: describeServer(facts), settings: describeSettings(facts), queue: describeQueue(facts, isWorker) };
}

function describeServer({ version, pingMs }: RedisFacts): Finding {
  const finding = `Redis ${version} responds in ${pingMs.toFixed(1)} ms`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (!(major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]))) {
    return problem(`${finding}, and is too old`, `use Redis ${minVersion.join('.')} or newer at MNEMA_REDIS_URL`);
  }
  if (pingMs > slowMs) return warning(`${finding}: that is slow`, 'run Redis near the servers: each request needs it');
  return ok(finding);
}

function describeSettings({ evictionPolicy, appendOnly, appendFsync }: RedisFacts): Finding {
  const set = (setting: string) =>
    `CONFIG SET ${setting} in the Redis of MNEMA_REDIS_URL, and in its configuration file`;
  const findings: Finding[] = [];
  if (evictionPolicy !== null && evictionPolicy !== 'noeviction') {
    const finding = `maxmemory-policy is ${evictionPolicy}: when Redis is full, it would evict parts of jobs`;
    findings.push(problem(finding, set('maxmemory-policy noeviction')));
  }
  if (appendOnly === false) {
    const finding =
      'appendonly is off: a crash loses announcements, and workers find the memories about a second later';
    findings.push(warning(finding, set('appendonly yes')));
  } else if (appendFsync === 'no' || appendFsync === 'always') {
    const loss = 'a crash of the machine loses the announcements of about 30 seconds';
    const reason = appendFsync === 'no' ? loss : 'each announcement waits for the disk, which is not necessary';
    findings.push(warning(`appendfsync is ${appendFsync}: ${reason}`, set('appendfsync everysec')));
  }
  // Problems come before warnings.
  const [worst, ...others] = findings;
  if (worst) return { ...worst, lines: others.flatMap(({ finding, fix }) => [finding, `to fix: ${fix}`]) };
  return ok(
    [evictionPolicy, appendOnly, appendFsync].includes(null)
      ? 'this Redis hides some of its settings; set maxmemory-policy to noeviction and appendonly to yes'
      : `maxmemory-policy is ${evictionPolicy}, appendonly yes, appendfsync ${appendFsync}`,
  );
}

function describeQueue({ announcements, waitingConnections }: RedisFacts, isWorker: boolean): Finding {
  const { waiting, active } = announcements;
  const counts = `${waiting} announcements are waiting, ${active} are being processed`;
  if (waitingConnections === 0 && waiting > 0) {
    return warning(
      `${counts}, and no worker is listening`,
      isWorker
        ? 'start the server, which is a worker too'
        : 'start a worker: a server with MNEMA_ROLES=worker and the same settings',
    );
  }
  return ok(`${counts}${waitingConnections === null ? '' : `; ${waitingConnections} connections listen`}`);
}

/** The first pattern that matches the message of a failed connection determines the fix. */
const fixes: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [
    /WRONGPASS|NOAUTH|NOPERM|invalid (username|password)|ERR AUTH/i,
    'correct user and password in MNEMA_REDIS_URL, as in redis://user:password@host:6379 (without a user: redis://:password@host:6379); @ is written %40',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'correct the host in MNEMA_REDIS_URL, or the name server of this machine'],
  [
    /\b(ssl|tls|certificate|self-signed|secure)\b/i,
    'begin MNEMA_REDIS_URL with rediss:// if Redis uses TLS, otherwise with redis://; Node.js must trust its certificate (NODE_EXTRA_CA_CERTS)',
  ],
  [/^/, 'check that Redis runs and that this machine may reach it, and host and port in MNEMA_REDIS_URL'],
];

export function describeFailure(errors: readonly Error[]): Finding {
  const messages = errors.map(({ message, name }) => message || name);
  const [, fix = ''] = fixes.find(([pattern]) => pattern.test(messages.join('; '))) ?? [];
  return problem(`no connection: ${messages[0] ?? 'no reason was given'}`, fix);
}
