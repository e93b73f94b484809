import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../process/random.ts';
import { until } from '../process/spawn-server.ts';
import type { Failure } from '../providers/stand-in.ts';
import type { Scenario } from './run-scenario.ts';
import type { Stack } from './stack.ts';

const between = (random: Random, min: number, max: number) => pause(min + random.below(max - min));

/** Two more ways mean that a setting is wrong: see `embedding.test.ts`. */
const cohereFailures = [
  'internal-error',
  'rate-limited',
  'truncated',
  'bad-gateway',
  'wrong-dimension',
  'wrong-count',
  'reset',
  'unavailable',
  'hang',
  'hang-in-body',
] as const satisfies Failure[];
/** The server leaves a provider alone that keeps failing. */
const maxWaitMs = 180_000;

/** A process that is killed once, or again while it starts. */
const killed = (which: 'api' | 'worker', name: string, writes: number): Scenario<Stack> => ({
  name,
  writes,
  minRounds: 3,
  async fault({ stack, random, writes }) {
    await writes(5 + random.below(60));
    await between(random, 0, 300);
    await stack[which].kill(random.chance(0.8) ? undefined : random.below(1_500));
    return 1;
  },
});

export const scenarios: Scenario<Stack>[] = [
  killed('api', 'server killed', 150),
  killed('worker', 'worker killed', 200),
  {
    name: 'Redis killed',
    writes: 450,
    minRounds: 6,
    async fault({ stack: { redis }, random }) {
      await between(random, 50, 1_000);
      await redis.kill();
      await between(random, 0, 800);
      await redis.start();
      return 1;
    },
  },
  {
    name: 'Redis flushed',
    writes: 550,
    minRounds: 20,
    async fault({ stack: { redis }, random }) {
      await between(random, 10, 300);
      await redis.flush();
      return 1;
    },
  },
  {
    name: 'Redis away for 10 s',
    writes: 350,
    minRounds: 1,
    async fault({ stack: { redis }, random }) {
      await between(random, 200, 2_000);
      await redis.kill();
      await pause(10_000);
      await redis.start();
      return 1;
    },
  },
  {
    name: 'MongoDB cut off',
    writes: 100,
    minRounds: 10,
    cutsMongodb: true,
    async fault({ stack: { mongodb }, random, writes }) {
      // The end does not depend on the clock: on a slow machine nothing would ever come to its end.
      await writes(random.below(12));
      await between(random, 0, 500);
      if (random.chance(0.8)) mongodb.proxy?.cut();
      else {
        mongodb.proxy?.setDown(true);
        await between(random, 100, 3_000);
        mongodb.proxy?.setDown(false);
      }
      return 1;
    },
  },
  {
    name: 'Cohere failing',
    writes: 200,
    minRounds: cohereFailures.length,
    poisonShare: 0.02,
    async fault({ stack: { cohere }, random, round }) {
      const failure = cohereFailures[round % cohereFailures.length] as Failure;
      const before = cohere.failed();
      // One that hangs costs the server twenty seconds; after five in a row it leaves the provider alone.
      const times = failure.startsWith('hang') ? 1 : 1 + random.below(8);
      cohere.fail(failure, { times, retryAfterSeconds: 1 });
      await until(() => cohere.failed() > before, 'Cohere to be asked', maxWaitMs);
      await between(random, 100, 1_500);
      cohere.fail(null);
      // Failures without a success between them are one long outage, in which each attempt comes later than the last.
      const responseCount = () => cohere.requests.length - cohere.failed();
      const responsesBefore = responseCount();
      await until(() => responseCount() > responsesBefore, 'Cohere to be asked again', maxWaitMs);
      await between(random, 0, 300);
      return cohere.failed() - before;
    },
  },
];
