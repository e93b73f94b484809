import { Redis } from 'ioredis';
import { type Finding, ok, problem, warning } from '../../lib/finding.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { failFast } from './redis-connection.ts';

const commandTimeoutMs = 2_000;
const limitMs = 8_000;

/** Checks the Redis of the queue, and changes nothing. */
export async function checkRedis({ url, prefix }: { url: string; prefix: string }): Promise<Finding> {
  const options = { ...failFast({ commandTimeoutMs }), lazyConnect: true, retryStrategy: () => null };
  const client = new Redis(url, options);
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure ??= error;
  });
  const look = async () => {
    await client.connect();
    const info = await client.info();
    return describeRedis(info, await client.llen(`{${prefix}}:ingest:wait`));
  };
  try {
    return await withTimeout(limitMs, look, () => {
      throw new Error(`no response within ${limitMs} ms`);
    });
  } catch (error) {
    return describeFailure(failure ?? (error as Error));
  } finally {
    client.disconnect();
  }
}

const minVersion = [6, 2] as const;

/** @param info the response to INFO @param waiting the number of announcements that no worker has taken */
export function describeRedis(info: string, waiting: number): Finding {
  const fields = new Map(info.split('\r\n').map((line) => line.split(':', 2) as [string, string]));
  const fieldOf = (name: string) => fields.get(name) ?? 'unknown';
  const [version, policy] = [fieldOf('redis_version'), fieldOf('maxmemory_policy')];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isRecent = major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1]);
  const listening = fieldOf('blocked_clients');
  const set = (setting: string) =>
    `CONFIG SET ${setting} in the Redis of MNEMA_REDIS_URL, and in its configuration file`;
  const isOld =
    !isRecent &&
    problem(`Redis ${version} is too old`, `use Redis ${minVersion.join('.')} or newer at MNEMA_REDIS_URL`);
  const evicts = `maxmemory-policy is ${policy}: when Redis is full, it would evict parts of jobs`;
  const loses = 'appendonly is off: a crash loses announcements, and workers find the memories about a second later';
  const waits = `${waiting} announcements are waiting, and no worker is listening`;
  const startWorker = 'start a server with the role worker (MNEMA_ROLES) and the same settings';
  const [worst, ...others] = [
    isOld,
    policy !== 'noeviction' && policy !== 'unknown' && problem(evicts, set('maxmemory-policy noeviction')),
    fieldOf('aof_enabled') === '0' && warning(loses, set('appendonly yes')),
    waiting > 0 && listening === '0' && warning(waits, startWorker),
  ].filter((found) => found !== false);
  if (worst) return { ...worst, lines: others.flatMap(({ finding, fix }) => [finding, `to fix: ${fix}`]) };
  const message = `Redis ${version}, maxmemory-policy ${policy}; ${waiting} announcements wait, ${listening} connections listen`;
  return ok(message);
}

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

export function describeFailure({ message, name }: Error): Finding {
  const reason = message || name;
  const [, fix = ''] = fixes.find(([pattern]) => pattern.test(reason)) ?? [];
  return problem(`no connection: ${reason}`, fix);
}
