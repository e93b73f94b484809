import { randomUUID } from 'node:crypto';
import Bull, { type Queue, type QueueOptions } from 'bull';
import { Redis, type RedisOptions } from 'ioredis';
import { poll } from '../../lib/poll.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { IngestConsumer, IngestQueue } from '../../ports/ingest-queue.ts';
import { failFast, patient } from './redis-options.ts';
import { reportRejections } from './report-rejections.ts';
import { watchRedis } from './watch-redis.ts';

interface Announcement {
  memoryId: string;
}

const queueName = 'ingest';
const commandTimeoutMs = 1_000;
/** Announcements that Redis has not confirmed yet; beyond these a slow Redis gets no more: workers look by themselves. */
const maxUnconfirmed = 1_000;
/** Announcements that one worker holds while it has no room. What comes then goes to the others. */
const maxHeld = 64;
const maxCloseMs = 1_000;

/**
 * Announcements through Bull, for workers in any number of processes. A job says "look for due rows" and no more: it
 * holds no state, is gone as soon as somebody has looked, and may be lost or doubled.
 * @param prefix - sets several installations in one Redis apart
 * @param onError - Redis or Bull failed; both go on by themselves
 * @param onChange - told why announcements do not arrive and, with null, that they do again
 */
export function createBullQueue({
  url,
  prefix,
  onError,
  onChange = () => {},
}: {
  url: string;
  prefix: string;
  onError: (error: unknown) => void;
  onChange?: (problem: string | null, detail?: string) => void;
}): IngestQueue {
  let lastReported: string | null = null;
  /** Of the two that may be wrong, one may get well while the other is not. */
  function changed(detail?: string): void {
    const problem = watch.problem() ?? rejections.problem();
    if (problem === lastReported) return;
    lastReported = problem;
    onChange?.(problem, detail);
  }
  const producer = openQueue({ url, prefix, onError, clientOptions: failFast({ commandTimeoutMs }) });
  const watch = watchRedis(producer.client, changed);
  let lastRejected = '';
  const rejections = reportRejections({
    client: producer.client,
    problemText: 'Redis does not take announcements',
    again: () => add(lastRejected),
    onChange: changed,
  });
  let unconfirmed = 0;

  /** An id that was used before is silently taken for the job it belonged to, finished or not, so each has its own. */
  async function add(memoryId: string): Promise<void> {
    // Counting in Redis would begin again after a flush.
    await producer.queue.add({ memoryId }, { jobId: `${memoryId}-${randomUUID()}` });
  }

  return {
    announce(memoryId) {
      // Bull would wait for the connection; the worker that looks by itself is sooner.
      if (producer.client.status !== 'ready' || unconfirmed >= maxUnconfirmed) return;
      unconfirmed++;
      add(memoryId)
        .then(rejections.taken, (error: Error) => {
          onError(error);
          lastRejected = memoryId;
          rejections.failed(error);
        })
        .finally(() => {
          unconfirmed--;
        });
    },
    consume(work, { pollMs }) {
      return startConsumer({ url, prefix, onError, work, pollMs });
    },
    problem: () => watch.problem() ?? rejections.problem(),
    async counts() {
      const problem = watch.problem();
      if (problem !== null) throw new Error(problem);
      const { waiting, active, delayed, failed } = await producer.queue.getJobCounts();
      return { waiting, active, delayed, failed };
    },
    async close() {
      watch.stop();
      rejections.stop();
      await producer.close();
    },
  };
}

function startConsumer({
  url,
  prefix,
  onError,
  work,
  pollMs,
}: {
  url: string;
  prefix: string;
  onError: (error: unknown) => void;
  work: () => Promise<void>;
  pollMs: number;
}): IngestConsumer {
  // Its timer finds jobs that Redis lost, never received or cannot deliver.
  const polling = poll(work, pollMs);
  const { queue, close } = openQueue({ url, prefix, onError, clientOptions: patient() });
  queue.process(maxHeld, () => polling.run()).catch(onError);
  void polling.run();
  return {
    async stop() {
      // Also lets go of the jobs that are held: each is "done", and the rows they stood for are still due.
      await polling.stop();
      await close();
    },
  };
}

/** A queue that has its connections to itself and can be closed whether or not Redis is there. */
function openQueue({
  url,
  prefix,
  onError,
  clientOptions,
}: {
  url: string;
  prefix: string;
  onError: (error: unknown) => void;
  clientOptions: RedisOptions;
}): { queue: Queue<Announcement>; client: Redis; close(): Promise<void> } {
  const clients: Redis[] = [];
  const open = (options: RedisOptions) => {
    const client = new Redis(url, options);
    client.on('error', onError);
    clients.push(client);
    return client;
  };
  const client = open(clientOptions);
  const options: QueueOptions = {
    // Bull's scripts need all keys of a queue in one slot, should a proxy with a cluster behind it be asked.
    prefix: `{${prefix}}`,
    createClient: (type) => (type === 'client' ? client : open(patient())),
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    settings: {
      // A worker may hold a job while it has no room. One that died is noticed within twice the interval.
      lockDuration: 60_000,
      stalledInterval: 15_000,
      // Being held by workers that died is no fault of a job's.
      maxStalledCount: 1_000,
    },
  };
  const queue = new Bull<Announcement>(queueName, options);
  queue.on('error', onError);
  // Bull names the connection of a worker, which nobody needs, and would end the process should that fail.
  Object.assign(queue, { setWorkerName: async () => {} });
  return {
    queue,
    client,
    async close() {
      // Bull would wait for a Redis that is gone, or hangs.
      const limitMs = client.status === 'ready' ? maxCloseMs : 0;
      await withTimeout(
        limitMs,
        () => queue.close(true).catch(onError),
        () => {},
      );
      for (const each of clients) each.disconnect();
    },
  };
}
