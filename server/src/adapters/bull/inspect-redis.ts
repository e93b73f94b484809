import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { failFast } from './redis-options.ts';

export type RedisFacts =
  | { kind: 'unreachable'; obstacle: 'credentials' | 'name' | 'tls' | 'network'; reason: string }
  | {
      kind: 'connected';
      version: string;
      pingMs: number;
      /** null: this Redis does not tell. */
      evictionPolicy: string | null;
      appendOnly: boolean | null;
      appendFsync: string | null;
      /** Connections that wait for work, in the whole Redis; null: it does not tell. */
      waitingConnections: number | null;
      announcements: { waiting: number; active: number };
    };

const commandTimeoutMs = 2_000;
/** The whole look takes no longer, whatever hangs. */
const limitMs = 8_000;
const pings = 3;

/** Looks at the Redis of the queue. Changes nothing. */
export async function inspectRedis({ url, prefix }: { url: string; prefix: string }): Promise<RedisFacts> {
  const client = new Redis(url, {
    ...failFast({ commandTimeoutMs }),
    lazyConnect: true,
    retryStrategy: () => null,
  });
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure ??= error;
  });
  const late = new AbortController();
  try {
    return await Promise.race([
      examine(client, prefix),
      sleep(limitMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${limitMs} ms`);
      }),
    ]);
  } catch (error) {
    return { kind: 'unreachable', ...toObstacle(failure, error) };
  } finally {
    late.abort();
    client.disconnect();
  }
}

async function examine(client: Redis, prefix: string): Promise<RedisFacts> {
  await client.connect();
  const times: number[] = [];
  for (let ping = 0; ping < pings; ping++) {
    const startedAt = performance.now();
    await client.ping();
    times.push(performance.now() - startedAt);
  }
  const info = toInfo(await client.info());
  const setting = (name: string) =>
    client.config('GET', name).then(
      (answer) => (answer as string[])[1] ?? null,
      // Managed services often do not let anybody ask.
      () => null,
    );
  const aof = info.get('aof_enabled');
  return {
    kind: 'connected',
    version: info.get('redis_version') ?? 'unknown',
    pingMs: times.toSorted((a, b) => a - b)[1] as number,
    evictionPolicy: info.get('maxmemory_policy') ?? (await setting('maxmemory-policy')),
    appendOnly: aof === undefined ? null : aof === '1',
    appendFsync: await setting('appendfsync'),
    waitingConnections: toCount(info.get('blocked_clients')),
    announcements: {
      waiting: await client.llen(`{${prefix}}:ingest:wait`),
      active: await client.llen(`{${prefix}}:ingest:active`),
    },
  };
}

function toInfo(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

function toCount(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

function toObstacle(...errors: unknown[]): Omit<Extract<RedisFacts, { kind: 'unreachable' }>, 'kind'> {
  const messages = errors.filter((error) => error instanceof Error).map(({ message, name }) => message || name);
  const all = messages.join('; ');
  const reason = messages[0] ?? 'no reason was given';
  if (/WRONGPASS|NOAUTH|NOPERM|invalid (username|password)|ERR AUTH/i.test(all))
    return { obstacle: 'credentials', reason };
  if (/ENOTFOUND|EAI_AGAIN/.test(all)) return { obstacle: 'name', reason };
  if (/\b(ssl|tls|certificate|self-signed|secure)\b/i.test(all)) return { obstacle: 'tls', reason };
  return { obstacle: 'network', reason };
}
