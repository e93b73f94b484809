import { randomUUID } from 'node:crypto';
import Bull, { type QueueOptions } from 'bull';
import { Redis, type RedisOptions } from 'ioredis';
import { poll } from '../../lib/coalesce.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import {
  failFast,
  isReply,
  kindOfFailure,
  patient,
  type RedisConnection,
  type WatchOptions,
  watchRedis,
} from './redis-connection.ts';

const commandTimeoutMs = 1_000;
/** The maximum of announcements that Redis has not confirmed. Workers find further rows by polling. */
const maxUnconfirmed = 1_000;
/** The maximum of announcements that one worker holds while it has no capacity. Further ones go to other workers. */
const maxHeld = 64;
const maxCloseMs = 1_000;

/** Announces through Bull, for any number of processes. A job means "look for due rows", and may be lost or doubled. */
export function createBullQueue({
  onChange,
  ...connection
}: RedisConnection & Pick<WatchOptions, 'onChange'>): IngestQueue {
  const { queue, client, close } = openQueue(connection, failFast({ commandTimeoutMs }));
  /** The memory whose announcement Redis rejected, until it accepts one. */
  let rejected: string | undefined;
  let unconfirmed = 0;
  const watch = watchRedis(client, {
    probe: () => (rejected === undefined ? client.ping() : add(rejected)),
    describe: (error) =>
      `${isReply(error) ? 'Redis does not accept announcements' : 'Redis cannot be reached'} (${kindOfFailure(error)})`,
    onChange,
    initial: 'Redis has not responded yet',
  });

  /** The id is random: Bull ignores a job with a used id, and a flush resets a count in Redis. */
  async function add(memoryId: string): Promise<void> {
    await queue.add({ memoryId }, { jobId: `${memoryId}-${randomUUID()}` });
    rejected = undefined;
  }

  return {
    announce(memoryId) {
      // Bull would wait for the connection. A worker finds the row sooner by polling.
      if (client.status !== 'ready' || unconfirmed >= maxUnconfirmed) return;
      unconfirmed++;
      const failed = (error: Error) => {
        connection.onError(error);
        if (isReply(error)) rejected = memoryId;
        watch.note(error);
      };
      void add(memoryId)
        .then(() => watch.note(null), failed)
        .finally(() => unconfirmed--);
    },
    consume: (work, { pollMs }) => startConsumer(connection, work, pollMs),
    problem: watch.problem,
    async counts() {
      const away = rejected === undefined ? watch.problem() : null;
      if (away !== null) throw new Error(away);
      const { waiting, active, delayed, failed } = await queue.getJobCounts();
      return { waiting, active, delayed, failed };
    },
    async close() {
      watch.stop();
      await close();
    },
  };
}

function startConsumer(connection: RedisConnection, work: () => Promise<void>, pollMs: number) {
  // The timer finds rows whose jobs Redis lost, never received or cannot deliver.
  const polling = poll(work, pollMs);
  const { queue, close } = openQueue(connection, patient());
  queue.process(maxHeld, () => polling.run()).catch(connection.onError);
  void polling.run();
  return {
    async stop(): Promise<void> {
      // This also completes the jobs of busy workers. Their rows are still due.
      await polling.stop();
      await close();
    },
  };
}

/** Opens a queue with its own connections, which can be closed whether or not Redis responds. */
function openQueue({ url, prefix, onError }: RedisConnection, clientOptions: RedisOptions) {
  const clients: Redis[] = [];
  const open = (options: RedisOptions) => {
    const client = new Redis(url, options);
    client.on('error', onError);
    clients.push(client);
    return client;
  };
  const client = open(clientOptions);
  const options: QueueOptions = {
    // Bull's scripts need all keys of a queue in one slot when the URL leads to a cluster.
    prefix: `{${prefix}}`,
    createClient: (type) => (type === 'client' ? client : open(patient())),
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    settings: {
      // A worker may keep a job while it has no capacity. A dead worker is noticed within twice the interval.
      lockDuration: 60_000,
      stalledInterval: 15_000,
      // A job does not cause the death of workers that had it.
      maxStalledCount: 1_000,
    },
  };
  const queue = new Bull<{ memoryId: string }>('ingest', options);
  queue.on('error', onError);
  // By default, Bull names the connection of a worker, and ends the process when that fails.
  Object.assign(queue, { setWorkerName: async () => {} });
  return {
    queue,
    client,
    async close(): Promise<void> {
      // Bull would wait for a Redis that is unavailable or hangs.
      const limitMs = client.status === 'ready' ? maxCloseMs : 0;
      const closeQueue = () => queue.close(true).catch(onError);
      await withTimeout(limitMs, closeQueue, () => {});
      for (const each of clients) each.disconnect();
    },
  };
}
