import { createClient } from '../process/client.ts';
import { createRandom } from '../process/random.ts';
import { until } from '../process/spawn-server.ts';
import { poison } from '../providers/poison.ts';
import { examine, type Outcome } from './outcome.ts';
import type { Scenario } from './scenarios.ts';
import type { Stack } from './stack.ts';
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
  /** Unforeseen errors of the processes. */
  unforeseen: string[];
  seconds: number;
}

/** Outages last seconds, but what met one waits before it tries again, the longer the more often. */
const maxDrainMs = 5 * 60_000;
const maxProgressMs = 120_000;

/** Lets clients write while a fault happens again and again, then waits for the end of ingest and looks. */
export async function runScenario(
  stack: Stack,
  { name, fault, minRounds, poisonShare }: Scenario,
  { seed, writes }: { seed: number; writes: number },
): Promise<Run> {
  // One for each that draws: whatever happens between them, each draws the same again.
  const ofFaults = createRandom(seed);
  const ofWriters = (writer: number) => createRandom(seed + 1_000 * (writer + 1));
  const { api, worker } = stack;
  const { key } = await stack.register();
  const startedAt = performance.now();
  const writers = createWriters(
    { url: api.url, key },
    {
      randomOf: ofWriters,
      enough: writes,
      poison: poisonShare === undefined ? null : { text: poison, share: poisonShare },
    },
  );
  let rounds = 0;
  let faults = 0;
  let failed = false;
  const more = () => !failed && (writers.written.size < writes || rounds < minRounds);
  const stopOnFailure = (error: unknown) => {
    failed = true;
    const lines = [api, worker].flatMap(({ news }) => news().log.split('\n').filter(isUnforeseen));
    throw new Error(`${(error as Error).message}\n${lines.join('\n')}`, { cause: error });
  };
  const writesMore = async (count: number) => {
    const enough = writers.written.size + count;
    const what = 'writes to be acknowledged';
    // The writers may come to their end before.
    await until(() => !more() || writers.written.size >= enough, { limitMs: maxProgressMs, what });
  };
  const breaking = async () => {
    for (; more(); rounds++) faults += await fault({ stack, random: ofFaults, round: rounds, writes: writesMore });
  };
  await Promise.all([writers.write(more).catch(stopOnFailure), breaking().catch(stopOnFailure)]);

  const client = createClient(api.url, key);
  const isDrained = async () =>
    (await client.send('GET', '/memories?status=pending&limit=1')).body.results?.length === 0;
  await until(isDrained, { limitMs: maxDrainMs, what: 'ingest to end', everyMs: 200 }).catch(() => {});
  const outcome = await examine(client, writers, {
    random: createRandom(seed),
    poisonCode: 'embedding_failed',
  });
  const { body: usage } = await client.send('GET', '/usage');
  const news = [api.news(), worker.news()];
  return {
    scenario: name,
    acknowledged: writers.written.size + writers.deleted.size,
    repeated: writers.repeated(),
    faults,
    ...outcome,
    counted: usage.memory_write.used,
    crashes: news.flatMap(({ crashes }) => crashes),
    unforeseen: news.flatMap(({ log }) => log.split('\n').filter(isUnforeseen)),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  };
}

const errorLevel = 50;
/** What servers may log about the outages that they go through here. */
const outages =
  /^(StoreUnavailableError|EmbedderError|Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared)Error)$/;
const ofRedis = 'Redis or Bull failed and goes on';

/** Everything else is a defect: an unforeseen error, or what Node.js prints when a process ends. */
function isUnforeseen(line: string): boolean {
  if (line === '') return false;
  try {
    const { level, msg, err } = JSON.parse(line);
    return level >= errorLevel && msg !== ofRedis && !outages.test(err?.type);
  } catch {
    return true;
  }
}
