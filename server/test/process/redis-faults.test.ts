import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { formatRuns } from '../faults/format-runs.ts';
import { allIsWell, type Breakable, runScenario, type Scenario } from '../faults/run-scenario.ts';
import { startEmbedded } from '../faults/start-embedded.ts';
import { startRedis, type TestRedis } from '../redis/start-redis.ts';
import { createClient } from './client.ts';
import { seedOfRun } from './random.ts';
import { temporaryDirectory } from './spawn-server.ts';

/** A write that waits for Redis would take as long as Redis is away. */
const respondedWithinMs = 3_000;

/** Resolves when the server says that Redis is away, or that all is well. It never stops working. */
async function readinessIs({ api }: Breakable, expected: object): Promise<void> {
  const readiness = () => createClient(api.url, null).send('GET', '/readyz');
  await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ status: 200, body: expected });
}
const isAway = { status: 'degraded', reasons: expect.arrayContaining([expect.stringContaining('Redis')]) };
const isReady = { status: 'ready' };

const scenario: Scenario<Breakable & { redis: TestRedis }> = {
  name: 'Redis flushed, killed, frozen or away for ten seconds',
  writes: 600,
  minRounds: 4,
  async fault({ stack, random, round }) {
    const { redis } = stack;
    await pause(random.below(500));
    if (round === 0) {
      await redis.kill();
      await readinessIs(stack, isAway);
      await pause(10_000);
      await redis.start();
      await readinessIs(stack, isReady);
      return 1;
    }
    if (round === 1) {
      redis.freeze();
      await readinessIs(stack, isAway);
      await pause(random.below(2_000));
      redis.thaw();
      await readinessIs(stack, isReady);
      return 1;
    }
    if (round === 2) {
      for (let killed = 0; killed < 3; killed++) {
        await redis.kill();
        await pause(random.below(800));
        await redis.start();
        await pause(random.below(800));
      }
      await readinessIs(stack, isReady);
      return 3;
    }
    for (let flushed = 0; flushed < 10; flushed++) {
      await redis.flush();
      await pause(random.below(300));
    }
    return 10;
  },
};

it('whatever happens to Redis: every write is accepted at once, none is lost or doubled, all become ready', async () => {
  const seed = seedOfRun();
  console.log(`MNEMA_TEST_SEED=${seed} repeats this run`);
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const settings = { MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: redis.url, MNEMA_RATE_LIMITS: 'plan' };
  const stack = { redis, ...(await startEmbedded(temporaryDirectory(), { ...settings, MNEMA_LOG_LEVEL: 'warn' })) };
  await readinessIs(stack, isReady);
  const load = { writersAtOnce: 8, unkeyedShare: 0, failingEvents: 0, maxResponseMs: respondedWithinMs };
  const { run, awaitEvents } = await runScenario(stack, scenario, { seed, writes: scenario.writes, ...load });
  await awaitEvents();
  console.log(formatRuns([run]));
  expect(run).toMatchObject({ ...allIsWell, repeated: 0 });
  expect(run.counted).toBe(run.charged);
  await stack.api.stop();
}, 180_000);
