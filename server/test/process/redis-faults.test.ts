import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../redis/start-redis.ts';
import { type Client, createClient, listAll } from './client.ts';
import { createRandom, seedOfRun } from './random.ts';
import { spawnServer, temporaryDirectory, until } from './spawn-server.ts';

const minAcknowledged = 600;
const writersAtOnce = 8;
/** A write that waits for Redis would take as long as Redis is away. */
const respondedWithinMs = 3_000;

it('Redis flushed, killed, frozen or away for ten seconds: every write is accepted, none is lost or doubled, all become ready', async () => {
  const seed = seedOfRun();
  console.log(`MNEMA_TEST_SEED=${seed} repeats this run`);
  const random = createRandom(seed);
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const server = await spawnServer({
    directory: temporaryDirectory(),
    environment: {
      MNEMA_QUEUE: 'bull',
      MNEMA_REDIS_URL: redis.url,
      MNEMA_RATE_LIMITS: 'plan',
      MNEMA_LOG_LEVEL: 'warn',
    },
  });
  const client = createClient(server.url, server.key);
  const readiness = async () =>
    (await client.send('GET', '/readyz')) as { status: number; body: { status: string; reasons: string[] } };
  await until(async () => (await readiness()).body.status === 'ready', { limitMs: 10_000, what: 'Redis to be seen' });

  const written = new Map<string, string>();
  const counts = { acknowledged: 0, changed: 0, flushes: 0, kills: 0, freezes: 0, degraded: 0, slowestMs: 0 };
  let writing = true;

  /** Each changes memories of its own only, so that the last text is known. */
  async function writer(): Promise<void> {
    const own: string[] = [];
    while (writing) {
      const id = random.chance(0.2) ? own[random.below(own.length)] : undefined;
      const text = `zq${(counts.acknowledged++).toString(36)}x${random.below(1e9)} was noted`;
      const startedAt = performance.now();
      const response = id
        ? await client.send('PUT', `/memories/${id}`, { text })
        : await client.send('POST', '/memories', { text });
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - startedAt));
      expect(response.status, JSON.stringify(response.body)).toBe(id ? 200 : 202);
      if (id) counts.changed++;
      else own.push(response.body.memory_id);
      written.set(id ?? response.body.memory_id, text);
      await pause(random.below(60));
    }
  }
  async function becomesDegraded(): Promise<void> {
    await until(
      async () => {
        const { status, body } = await readiness();
        expect(status).toBe(200);
        return body.status === 'degraded' && body.reasons.some((reason) => reason.includes('Redis'));
      },
      { limitMs: 5_000, what: 'the server to say that Redis is away' },
    );
    counts.degraded++;
  }
  async function recovers(): Promise<void> {
    await until(async () => (await readiness()).body.status === 'ready', {
      limitMs: 10_000,
      what: 'the server to see that Redis is back',
    });
  }

  const faults = [
    async () => {
      await redis.kill();
      counts.kills++;
      await becomesDegraded();
      await pause(10_000);
      await redis.start();
      await recovers();
    },
    async () => {
      for (let flushed = 0; flushed < 10; flushed++) {
        await redis.flush();
        counts.flushes++;
        await pause(random.below(300));
      }
    },
    async () => {
      for (let killed = 0; killed < 3; killed++) {
        await redis.kill();
        await pause(random.below(800));
        await redis.start();
        counts.kills++;
        await pause(random.below(800));
      }
      await recovers();
    },
    async () => {
      redis.freeze();
      counts.freezes++;
      await becomesDegraded();
      await pause(random.below(2_000));
      redis.thaw();
      await recovers();
    },
  ];
  const writers = Promise.all(Array.from({ length: writersAtOnce }, writer));
  while (faults.length > 0) {
    await pause(random.below(500));
    const [fault] = faults.splice(random.below(faults.length), 1);
    await Promise.race([fault?.(), writers]);
  }
  await until(() => counts.acknowledged >= minAcknowledged, { limitMs: 30_000, what: 'enough writes' });
  writing = false;
  await writers;
  await until(async () => (await client.send('GET', '/memories?status=pending&limit=1')).body.results.length === 0, {
    limitMs: 60_000,
    what: 'ingest to end',
  });
  console.log(JSON.stringify({ ...counts, memories: written.size }));

  const listed = await listAll(client);
  expect(listed.filter(({ status }) => status !== 'ready')).toEqual([]);
  expect(new Map(listed.map(({ id, memory }) => [id, memory]))).toEqual(written);
  expect(listed).toHaveLength(written.size);
  expect(counts.slowestMs).toBeLessThan(respondedWithinMs);
  await stopsInOrder(server.kill, server.ended);
}, 180_000);

it('starts, works and stops without any Redis, and reports that', async () => {
  const server = await spawnServer({
    directory: temporaryDirectory(),
    environment: { MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: 'redis://127.0.0.1:1' },
  });
  const client: Client = createClient(server.url, server.key);
  const { status, body } = await client.send(
    'POST',
    '/memories',
    { text: 'the boat leaves at noon' },
    { Prefer: 'wait=5' },
  );
  expect({ status, state: body.status }).toEqual({ status: 201, state: 'ready' });
  expect(await client.send('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'degraded', reasons: [expect.stringContaining('Redis cannot be reached')] },
  });
  await stopsInOrder(server.kill, server.ended);
});

async function stopsInOrder(kill: (signal: NodeJS.Signals) => void, ended: Promise<unknown>): Promise<void> {
  kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
}
