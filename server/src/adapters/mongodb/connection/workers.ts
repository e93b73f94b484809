import type { Binary, MongoClient } from 'mongodb';
import { notLeased } from '../memories/pending-memory.ts';
import type { Collections, WorkerDocument } from '../schema/documents.ts';
import { noteTransactions } from './sessions.ts';

export interface WorkerTimes {
  /** Between two signs of life. */
  beatMs: number;
  /** A process that has not been seen for so long has ended, if whoever says so was there all the time. */
  silentMs: number;
}

const usualTimes: WorkerTimes = { beatMs: 5_000, silentMs: 20_000 };
/** Longer than MongoDB lets any transaction stay open. */
const sessionIdleMs = 10 * 60_000;

type Listed = Pick<WorkerDocument, '_id' | 'sessions'> & { isSilent: boolean };

export interface Workers {
  /** Workers without a sign of life that are not taken for ended yet: what they have must not be claimed. */
  silent(): readonly string[];
  /** Takes this process off the list. */
  stop(): Promise<void>;
}

/**
 * Keeps this process on the list of workers, by the server's clock. A process that ends without a word leaves its
 * memories leased, and its transactions open: for a minute MongoDB would keep everybody away from what they wrote.
 * Whoever is there ends those and hands the memories on, and notes that they were interrupted.
 *
 * After MongoDB was away everybody seems to have ended. So nobody says it who has not been beating without a gap for as
 * long as it takes: by then everybody who lives has been seen again.
 */
export async function startWorkers(
  client: MongoClient,
  { workers, memories }: Collections,
  {
    workerId,
    now,
    times,
    onError,
  }: { workerId: string; now(): number; times?: Partial<WorkerTimes> | undefined; onError(error: unknown): void },
): Promise<Workers> {
  const { beatMs, silentMs } = { ...usualTimes, ...times };
  /** Others may have been silent for two beats longer. */
  const gapMs = silentMs - 2 * beatMs;
  const mine = { _id: workerId };
  /** Those that transactions of this process run in, by their text. */
  const sessions = new Map<string, { id: Binary; usedAt: number }>();
  const idsOf = (some: Iterable<{ id: Binary }>) => Array.from(some, ({ id }) => id);

  let noting: Promise<void> = Promise.resolve();
  let isStopped = false;
  noteTransactions(client, (id) => {
    const name = id.toString('hex');
    const isNew = !sessions.has(name);
    sessions.set(name, { id, usedAt: performance.now() });
    // Nobody waits for it: who ends before it is written leaves a transaction that ends by itself, only later.
    if (isNew && !isStopped) {
      const noted = workers.updateOne(mine, { $addToSet: { sessions: id } }).catch(onError);
      noting = Promise.all([noting, noted]).then(() => undefined);
    }
  });

  let lastBeatAt = Number.NEGATIVE_INFINITY;
  let beatingSince = 0;
  const hasBeenThere = () => performance.now() - lastBeatAt <= gapMs && performance.now() - beatingSince >= silentMs;

  async function beat(): Promise<void> {
    const idle = [...sessions].filter(([, { usedAt }]) => performance.now() - usedAt > sessionIdleMs);
    for (const [name] of idle) sessions.delete(name);
    const forget = idle.length > 0 ? { $pullAll: { sessions: idsOf(idle.map(([, session]) => session)) } } : {};
    const { upsertedCount } = await workers.updateOne(
      mine,
      { $currentDate: { seenAt: true }, ...forget },
      { upsert: true },
    );
    const at = performance.now();
    if (at - lastBeatAt > gapMs) beatingSince = at;
    lastBeatAt = at;
    // Others may have taken it for ended.
    if (upsertedCount > 0 && sessions.size > 0) {
      await workers.updateOne(mine, { $addToSet: { sessions: { $each: idsOf(sessions.values()) } } });
    }
  }

  let silentIds: string[] = [];
  async function takeOver(): Promise<void> {
    // In this order: who starts meanwhile, and has memories in hand already, is none of these, or is on the list.
    const holders = (await memories.distinct('leasedBy', { leasedBy: { $gte: '' } })) as string[];
    const isSilent = { $lte: ['$seenAt', { $subtract: ['$$NOW', silentMs] }] };
    const listed = await workers
      .find({ _id: { $ne: workerId } })
      .project<Listed>({ sessions: 1, isSilent })
      .toArray();
    const silent = listed.filter((worker) => worker.isSilent);
    silentIds = silent.map(({ _id }) => _id);
    // After the look: MongoDB may have been away in the middle of it.
    if (!hasBeenThere()) return;
    const open = silent.flatMap(({ sessions: ofWorker = [] }) => ofWorker.map((id) => ({ id })));
    // Where it is not allowed, they end by themselves.
    if (open.length > 0) await client.db('admin').command({ killSessions: open }).catch(onError);
    const living = new Set([workerId, ...listed.filter((worker) => !worker.isSilent).map(({ _id }) => _id)]);
    const ended = holders.filter((id) => !living.has(id));
    if (ended.length > 0) {
      await memories.updateMany(
        { leasedBy: { $in: ended } },
        { $set: { nextAttemptAt: now() }, $inc: { interruptions: 1 }, $unset: notLeased },
      );
    }
    if (silentIds.length > 0) await workers.deleteMany({ _id: { $in: silentIds }, $expr: isSilent });
    silentIds = [];
  }

  let beating: Promise<void> | undefined;
  let takingOver: Promise<void> | undefined;
  const look = () => {
    // By itself: who waits for what somebody else has locked must not seem to have ended, too.
    beating = beat().catch(onError);
    takingOver ??= takeOver()
      .catch(onError)
      .finally(() => {
        takingOver = undefined;
      });
  };
  await beat();
  await takeOver();
  const timer = setInterval(look, beatMs);
  timer.unref();
  return {
    silent: () => silentIds,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([beating, takingOver, noting]);
      await workers.deleteOne(mine).catch(onError);
    },
  };
}
