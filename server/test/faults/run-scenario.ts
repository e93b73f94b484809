import { createClient } from '../process/client.ts';
import { createRandom } from '../process/random.ts';
import { until } from '../process/spawn-server.ts';
import { poison } from '../providers/poison.ts';
import { examine, type Outcome } from './outcome.ts';
import type { Scenario } from './scenarios.ts';
import { startStack } from './stack.ts';
import { createWriters } from './writers.ts';

export interface Run extends Outcome {
  scenario: string;
  acknowledged: number;
  /** Requests that were sent again. */
  repeated: number;
  faults: number;
  /** What the account was charged for. */
  counted: number;
  /** Processes that ended by themselves. */
  crashes: string[];
  /** Of the processes: errors that nobody foresaw. */
  unforeseen: string[];
  seconds: number;
}

/** Outages last seconds, but what met one waits before it tries again, the longer the more often. */
const drainMostMs = 5 * 60_000;

/** Lets clients write while a fault happens again and again, then waits for the end of ingest and looks. */
export async function runScenario(
  { name, fault, roundsLeast, poisonShare }: Scenario,
  { seed, writes }: { seed: number; writes: number },
): Promise<Run> {
  const random = createRandom(seed);
  const stack = await startStack();
  const { api, worker, key } = stack;
  const startedAt = performance.now();
  const writers = createWriters(
    { url: api.url, key },
    { random, poison: poisonShare === undefined ? null : { text: poison, share: poisonShare } },
  );
  let rounds = 0;
  let faults = 0;
  let failed = false;
  const more = () => !failed && (writers.written.size < writes || rounds < roundsLeast);
  const stopOnFailure = (error: unknown) => {
    failed = true;
    throw error;
  };
  const breaking = async () => {
    while (more()) {
      faults += await fault(stack, random, rounds);
      rounds++;
    }
  };
  await Promise.all([writers.write(more).catch(stopOnFailure), breaking().catch(stopOnFailure)]);

  const client = createClient(api.url, key);
  const isDrained = async () => (await client.send('GET', '/memories?status=pending&limit=1')).body.results?.length === 0;
  await until(isDrained, { limitMs: drainMostMs, what: 'ingest to end', everyMs: 200 }).catch(() => {});
  const outcome = await examine(client, writers.written, { random, poisonCode: 'embedding_failed' });
  const { body: usage } = await client.send('GET', '/usage');
  return {
    scenario: name,
    acknowledged: writers.written.size,
    repeated: writers.repeated(),
    faults,
    ...outcome,
    counted: usage.memory_write?.used ?? usage,
    crashes: [...api.crashes, ...worker.crashes],
    unforeseen: [api, worker].flatMap(({ log }) => unforeseenIn(log())),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  };
}

function unforeseenIn(log: string): string[] {
  const counts = new Map<string, number>();
  for (const line of log.split('\n').filter((line) => line !== '')) {
    let key = line;
    try { const { level, msg, err, failure } = JSON.parse(line); key = `${level} ${msg} ${failure ?? ''} ${err ? `${err.type}: ${err.message ?? ''} ${err.code ?? ''} < ${err.cause?.type} ${err.cause?.code}` : ''}`; } catch {}
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, n]) => `${n} x ${key}`);
}
