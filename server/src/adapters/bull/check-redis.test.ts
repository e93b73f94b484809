import { expect, it } from 'vitest';
import { describeFailure, describeRedis } from './check-redis.ts';

const well = { redis_version: '7.0.15', maxmemory_policy: 'noeviction', aof_enabled: '1', blocked_clients: '1' };

function describeWith(changes: Partial<typeof well>, waiting = 0) {
  const fields = Object.entries({ ...well, ...changes }).map(([name, value]) => `${name}:${value}\r\n`);
  return describeRedis(fields.join(''), waiting);
}

it.each<[Partial<typeof well>, number, string, RegExp, RegExp?]>([
  [{}, 3, 'ok', /^Redis 7\.0\.15, maxmemory-policy noeviction; 3 announcements wait, 1 connections listen$/],
  [{ redis_version: '6.2.0' }, 0, 'ok', /6\.2\.0/],
  [{ redis_version: '6.0.16' }, 0, 'problem', /too old/, /6\.2 or newer/],
  [{ redis_version: 'unknown' }, 0, 'problem', /too old/, /6\.2 or newer/],
  [{ maxmemory_policy: 'allkeys-lru' }, 0, 'problem', /allkeys-lru/, /CONFIG SET .*MNEMA_REDIS_URL/],
  [{ aof_enabled: '0' }, 0, 'warning', /appendonly is off/, /CONFIG SET .*MNEMA_REDIS_URL/],
  [{ blocked_clients: '0' }, 0, 'ok', /0 connections listen/],
  [{ blocked_clients: '0' }, 3, 'warning', /3 announcements are waiting, and no worker/, /MNEMA_ROLES/],
])('%j with %i announcements is %s', (changes, waiting, status, finding, fix) => {
  const found = describeWith(changes, waiting);
  expect(found).toMatchObject({ status, finding: expect.stringMatching(finding) });
  if (fix) expect(found.fix).toMatch(fix);
  else expect(found.fix).toBeNull();
});

it('names each fault, problems first, and accepts settings that are hidden', () => {
  expect(describeWith({ aof_enabled: '0', maxmemory_policy: 'volatile-lru' })).toMatchObject({
    status: 'problem',
    lines: [expect.stringContaining('appendonly'), expect.stringContaining('to fix: CONFIG SET appendonly yes')],
  });
  expect(describeRedis('redis_version:7.2.0\r\n', 1).status).toBe('ok');
});

it.each([
  ['WRONGPASS invalid username-password pair', /password in MNEMA_REDIS_URL/],
  ['NOAUTH Authentication required.', /password in MNEMA_REDIS_URL/],
  ['getaddrinfo ENOTFOUND nobody.invalid', /host in MNEMA_REDIS_URL/],
  ['self-signed certificate', /rediss:/],
  ['connect ECONNREFUSED 127.0.0.1:1', /check that Redis runs/],
])('names the way out of a connection that fails with %s', (message, fix) => {
  expect(describeFailure(new Error(message))).toMatchObject({
    status: 'problem',
    finding: `no connection: ${message}`,
    fix: expect.stringMatching(fix),
  });
});
