import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runDoctor } from '../process/run-doctor.ts';
import { startRedis, type TestRedis } from './start-redis.ts';

describe('mnema doctor with Redis', { timeout: 120_000 }, () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.remove());
  const withRedis = (url: string) => runDoctor({ environment: { MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: url } });

  it('reports no problem of a Redis that is set up as documented, and changes nothing in it', async () => {
    const { checks, problems } = await withRedis(redis.url);
    expect(problems).toEqual([]);
    expect(checks.Redis?.finding).toMatch(
      /^Redis \d+\.\d+\.\d+, maxmemory-policy noeviction; 0 announcements wait, 0 connections listen$/,
    );
    expect(await redis.command('DBSIZE')).toBe(0);
  });

  it('names each setting that loses something, and how to change it', async () => {
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.command('CONFIG', 'SET', 'appendonly', 'no');
    await redis.command('LPUSH', '{mnema}:ingest:wait', 'some-job');
    onTestFinished(async () => {
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await redis.command('CONFIG', 'SET', 'appendonly', 'yes');
      await redis.flush();
    });
    const { checks, problems } = await withRedis(redis.url);
    expect(problems).toEqual(['Redis']);
    const { finding, fix, lines = [] } = checks.Redis ?? {};
    expect(finding).toContain('allkeys-lru');
    expect(fix).toContain('CONFIG SET maxmemory-policy noeviction');
    expect(lines.join()).toMatch(/appendonly is off.*CONFIG SET appendonly yes.*no worker is listening.*MNEMA_ROLES/);
  });

  it('distinguishes a wrong password, a wrong port and missing TLS, and prints no password', async () => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'open-sesame');
    const { port } = new URL(redis.url);
    const right = `redis://:open-sesame@127.0.0.1:${port}`;
    const found = await Promise.all(
      [
        right,
        redis.url,
        `redis://:hush-hush@127.0.0.1:${port}`,
        'redis://:hush-hush@127.0.0.1:1',
        `rediss://127.0.0.1:${port}`,
      ].map(withRedis),
    );
    expect(found.map(({ problems }) => problems.length > 0)).toEqual([false, true, true, true, true]);
    const fixes = found.map(({ checks }) => checks.Redis?.fix ?? '');
    expect(fixes[1]).toMatch(/user and password in MNEMA_REDIS_URL/);
    expect(fixes[2]).toMatch(/user and password in MNEMA_REDIS_URL/);
    expect(fixes[3]).toMatch(/check that Redis runs/);
    for (const { stdout } of found) expect(stdout).not.toMatch(/hush-hush|open-sesame/);
    await redis.kill();
    await redis.start();
  });
});
