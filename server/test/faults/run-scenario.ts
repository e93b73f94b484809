import { createClient } from '../process/client.ts';
import { createRandom, type Random } from '../process/random.ts';
import { until, untilIngested } from '../process/spawn-server.ts';
import { poison } from '../providers/poison.ts';
import { startEventReceiver } from './event-receiver.ts';
import { type EventOutcome, examineEvents } from './examine-events.ts';
import type { KeptServer } from './kept-server.ts';
import type { WriteKind } from './known-memory.ts';
import { examine, type Outcome } from './outcome.ts';
import { maxAcknowledgedMs } from './send-writes.ts';
import type { TestAccount } from './test-account.ts';
import { createWriters } from './writers.ts';

export interface Run extends Outcome, EventOutcome {
  scenario: string;
  /** Memories that acknowledged requests wrote, changed or deleted. */
  acknowledged: number;
  ofKind: Readonly<Record<WriteKind, number>>;
  /** Requests that were sent again. */
  repeated: number;
  faults: number;
  /** Deliveries that the receiver of the webhook got. */
  events: number;
  /** What the account should have been charged for, and what it was charged for. */
  charged: number;
  counted: number;
  /** Processes that ended by themselves. */
  crashes: string[];
  /** Unforeseen errors of the processes. */
  unforeseen: string[];
  seconds: number;
}

/** What a scenario breaks. */
export interface Breakable {
  /** The process that clients talk to. */
  api: KeptServer;
  /** All processes of the product. */
  processes: readonly KeptServer[];
  /** Makes an account without limits. */
  register(): Promise<TestAccount>;
}

export interface Scenario<Stack> {
  name: string;
  /** Happens again and again while clients write; all is well again when it resolves, to how often something broke. */
  fault(moment: Moment<Stack>): Promise<number>;
  /** A last fault after the writers have ended. */
  atEnd?(stack: Stack): Promise<number>;
  /** Acknowledged writes at least, unless a number is given: 2,000 in all scenarios, most where they cost least. */
  writes: number;
  /** Calls of `fault` at least. */
  minRounds: number;
  /** Breaks connections to MongoDB, by the proxy in front of it. */
  cutsMongodb?: true;
  /** Share of the texts that the provider always rejects. */
  poisonShare?: number;
}

export interface Moment<Stack> {
  stack: Stack;
  random: Random;
  /** How often this fault has happened before. */
  round: number;
  /** Resolves when so many more writes have been acknowledged: a killed process shows nothing before it has worked. */
  writes(more: number): Promise<void>;
}

export interface RunOptions {
  seed: number;
  writes: number;
  writersAtOnce: number;
  unkeyedShare: number;
  maxResponseMs?: number;
  /** The share of the events whose first attempt fails: they come again within half a minute. */
  failingEvents: number;
}

/** What every run without a defect is like. */
export const allIsWell = {
  ...{ lost: [], doubled: [], resurrected: [], wrong: [], stuck: [], failedWrongly: [], notFound: [] },
  ...{ withoutCommit: [], undelivered: [], disordered: [], crashes: [], unforeseen: [] },
};

/** Outages last seconds, but what met one waits before it tries again, the longer the more often. */
const maxDrainMs = 5 * 60_000;
/** The lease of a worker that was killed, the retry of a delivery that failed, and a sweep of what has expired. */
const maxDeliveryMs = 5 * 60_000;

/**
 * Lets clients write while a fault happens again and again, then waits for the end of ingest and looks.
 * @returns the run, and what waits for the events: they arrive until some time after the last fault
 */
export async function runScenario<Stack extends Breakable>(
  stack: Stack,
  { name, fault, atEnd, minRounds, poisonShare }: Scenario<Stack>,
  { seed, writes, failingEvents, ...load }: RunOptions,
): Promise<{ run: Run; awaitEvents(): Promise<Run> }> {
  // One for each that draws: whatever happens between them, each draws the same again.
  const ofFaults = createRandom(seed);
  const ofWriters = (writer: number) => createRandom(seed + 1_000 * (writer + 1));
  const { api, processes } = stack;
  const account = await stack.register();
  const { key } = account;
  const receiver = await startEventReceiver(createRandom(seed), { failingShare: failingEvents });
  await account.createWebhook(receiver.url);
  const startedAt = performance.now();
  const writers = createWriters(
    { url: api.url, key },
    {
      ...{ randomOf: ofWriters, enough: writes, ...load },
      poison: poisonShare === undefined ? null : { text: poison, share: poisonShare },
    },
  );
  let rounds = 0;
  let faults = 0;
  let failed = false;
  const more = () => !failed && (writers.count() < writes || rounds < minRounds);
  const stopOnFailure = (error: unknown) => {
    failed = true;
    const ended = processes.map(({ news }) => news());
    const lines = ended.flatMap(({ log, crashes }) => [...crashes, ...log.split('\n').filter(isUnforeseen)]);
    throw new Error(`${(error as Error).message}\n${lines.join('\n')}`, { cause: error });
  };
  const writesMore = async (count: number) => {
    const enough = writers.count() + count;
    const what = 'writes to be acknowledged';
    // The writers may come to their end before.
    await until(() => !more() || writers.count() >= enough, what, maxAcknowledgedMs);
  };
  const breaking = async () => {
    for (; more(); rounds++) faults += await fault({ stack, random: ofFaults, round: rounds, writes: writesMore });
  };
  await Promise.all([writers.write(more).catch(stopOnFailure), breaking().catch(stopOnFailure)]);
  await writers.expired();
  faults += (await atEnd?.(stack)) ?? 0;

  const client = createClient(api.url, key);
  await untilIngested(client, maxDrainMs).catch(() => {});
  const { memories } = writers;
  const outcome = await examine(client, memories, { random: createRandom(seed), poisonCode: 'embedding_failed' });
  const { body: usage } = await client.send('GET', '/usage');
  const news = processes.map((one) => one.news());
  const run: Run = {
    ...{ scenario: name, acknowledged: writers.count(), ofKind: writers.acknowledged, repeated: writers.repeated() },
    ...{ faults, ...outcome, ...examineEvents(receiver.events(), memories), events: receiver.events().length },
    ...{ charged: writers.charged(), counted: usage.memory_write.used },
    crashes: news.flatMap(({ crashes }) => crashes),
    unforeseen: news.flatMap(({ log }) => log.split('\n').filter(isUnforeseen)),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  };
  return {
    run,
    async awaitEvents() {
      const allCame = () => examineEvents(receiver.events(), memories).undelivered.length === 0;
      await until(allCame, 'the events', maxDeliveryMs, 200).catch(() => {});
      receiver.close();
      return Object.assign(run, examineEvents(receiver.events(), memories), { events: receiver.events().length });
    },
  };
}

const errorLevel = 50;
/** What servers may log about the outages that they go through here. */
const outages =
  /^(StoreUnavailableError|EmbedderError|Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared)Error)$/;
const ofRedis = 'Redis or Bull reported an error and continues';

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
