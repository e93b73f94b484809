import { describe, expect, it } from 'vitest';
import { describeFailure, describeRedis, type RedisFacts } from './check-redis.ts';

const well: RedisFacts = {
  version: '7.0.15',
  pingMs: 0.21,
  evictionPolicy: 'noeviction',
  appendOnly: true,
  appendFsync: 'everysec',
  waitingConnections: 1,
  announcements: { waiting: 0, active: 0 },
};
const describeWith = (changes: Partial<RedisFacts>) => describeRedis({ ...well, ...changes }, { isWorker: false });

describe('checkRedis', () => {
  it.each<[Partial<RedisFacts>, string, RegExp, RegExp?]>([
    [{}, 'ok', /7\.0\.15 responds in 0\.2 ms/],
    [{ version: '6.2.0' }, 'ok', /6\.2\.0/],
    [{ version: '6.0.16' }, 'problem', /too old/, /6\.2 or newer/],
    [{ version: 'unknown' }, 'problem', /too old/, /6\.2 or newer/],
    [{ pingMs: 21 }, 'warning', /slow/, /near the servers/],
  ])('%j is %s', (changes, status, finding, fix) => {
    const { redis } = describeWith(changes);
    expect(redis).toMatchObject({ status, finding: expect.stringMatching(finding) });
    if (fix) expect(redis.fix).toMatch(fix);
    else expect(redis.fix).toBeNull();
  });

  it.each([
    ['WRONGPASS invalid username-password pair', /password in MNEMA_REDIS_URL/],
    ['NOAUTH Authentication required.', /password in MNEMA_REDIS_URL/],
    ['getaddrinfo ENOTFOUND nobody.invalid', /host in MNEMA_REDIS_URL/],
    ['self-signed certificate', /rediss:/],
    ['connect ECONNREFUSED 127.0.0.1:1', /check that Redis runs/],
  ])('names the way out of a connection that fails with %s', (message, fix) => {
    expect(describeFailure([new Error(message), new Error('Connection is closed.')])).toMatchObject({
      status: 'problem',
      finding: `no connection: ${message}`,
      fix: expect.stringMatching(fix),
    });
  });

  it.each<[Partial<RedisFacts>, string, RegExp]>([
    [{}, 'ok', /noeviction, appendonly yes, appendfsync everysec/],
    [{ evictionPolicy: 'allkeys-lru' }, 'problem', /allkeys-lru/],
    [{ appendOnly: false }, 'warning', /appendonly is off/],
    [{ appendFsync: 'no' }, 'warning', /appendfsync is no/],
    [{ appendFsync: 'always' }, 'warning', /appendfsync is always/],
  ])('with the settings %j is %s', (changes, status, finding) => {
    const { settings } = describeWith(changes);
    expect(settings).toMatchObject({ status, finding: expect.stringMatching(finding) });
    expect(settings.fix === null || /CONFIG SET .*MNEMA_REDIS_URL/.test(settings.fix)).toBe(true);
  });

  it('names each wrong setting, the worst first, and the settings that are hidden', () => {
    expect(describeWith({ appendOnly: false, evictionPolicy: 'volatile-lru' }).settings).toMatchObject({
      status: 'problem',
      lines: [expect.stringContaining('appendonly'), expect.any(String)],
    });
    const hidden = { evictionPolicy: null, appendOnly: null, appendFsync: null };
    expect(describeWith(hidden).settings.finding).toContain('hides some');
  });

  it.each([
    [{ waiting: 3, active: 1 }, 2, 'ok'],
    [{ waiting: 0, active: 0 }, 0, 'ok'],
    [{ waiting: 3, active: 0 }, 0, 'warning'],
  ])('with the announcements %j and %i that listen, the queue is %s', (announcements, waitingConnections, status) => {
    const facts = { ...well, announcements, waitingConnections };
    expect(describeRedis(facts, { isWorker: false }).queue.status).toBe(status);
    expect(describeRedis(facts, { isWorker: true }).queue.fix ?? '').not.toMatch(/MNEMA_ROLES/);
  });
});
