import type { Binary, MongoClient } from 'mongodb';
import type { Collections } from './documents.ts';
import { notLeased } from './pending-memory.ts';
import { noteTransactions } from './sessions.ts';

const beatMs = 5_000;
/** A process that has not been seen for so long has ended. */
const silentMs = 20_000;
/** Longer than MongoDB lets any transaction stay open. */
const sessionIdleMs = 10 * 60_000;

export interface Workers {
  /** Takes this process off the list. */
  stop(): Promise<void>;
}

/**
 * Keeps this process on the list of workers, by the server's clock. A process that ends without a word leaves its
 * memories leased, and its transactions open: for a minute MongoDB would keep everybody away from what they wrote.
 * Whoever is there ends those and hands the memories on, and notes that they were interrupted.
 */
export async function startWorkers(
  client: MongoClient,
  { workers, memories }: Collections,
  { workerId, now, onError }: { workerId: string; now(): number; onError(error: unknown): void },
): Promise<Workers> {
  const mine = { _id: workerId };
  /** Those that transactions of this process run in, by their text. */
  const sessions = new Map<string, { id: Binary; usedAt: number }>();
  const idsOf = (some: Iterable<{ id: Binary }>) => Array.from(some, ({ id }) => id);

  let noting: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  noteTransactions(client, (id) => {
    const name = id.toString('hex');
    const isNew = !sessions.has(name);
    sessions.set(name, { id, usedAt: performance.now() });
    // Nobody waits for it: who ends before it is written leaves a transaction that ends by itself, only later.
    if (isNew && !isStopped)
      noting = Promise.all([noting, workers.updateOne(mine, { $addToSet: { sessions: id } }).catch(onError)]);
  });

  async function beat(): Promise<void> {
    const idle = [...sessions].filter(([, { usedAt }]) => performance.now() - usedAt > sessionIdleMs);
    for (const [name] of idle) sessions.delete(name);
    const forget = idle.length > 0 ? { $pullAll: { sessions: idsOf(idle.map(([, session]) => session)) } } : {};
    const { upsertedCount } = await workers.updateOne(
      mine,
      { $currentDate: { seenAt: true }, ...forget },
      { upsert: true },
    );
    // Others may have taken it for ended.
    if (upsertedCount > 0 && sessions.size > 0) {
      await workers.updateOne(mine, { $addToSet: { sessions: { $each: idsOf(sessions.values()) } } });
    }
  }

  async function takeOver(): Promise<void> {
    const isSilent = { $expr: { $lte: ['$seenAt', { $subtract: ['$$NOW', silentMs] }] } };
    const silent = await workers.find({ _id: { $ne: workerId }, ...isSilent }).toArray();
    const open = silent.flatMap(({ sessions: ofWorker = [] }) => ofWorker.map((id) => ({ id })));
    // Where it is not allowed, they end by themselves.
    if (open.length > 0) await client.db('admin').command({ killSessions: open }).catch(onError);
    const alive = await workers
      .find({ _id: { $nin: silent.map(({ _id }) => _id) } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const known = [workerId, ...alive.map(({ _id }) => _id)];
    await memories.updateMany(
      { leasedBy: { $exists: true, $nin: known } },
      { $set: { nextAttemptAt: now() }, $inc: { interruptions: 1 }, $unset: notLeased },
    );
    if (silent.length > 0) await workers.deleteMany({ _id: { $in: silent.map(({ _id }) => _id) }, ...isSilent });
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
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([beating, takingOver, noting]);
      await workers.deleteOne(mine).catch(onError);
    },
  };
}
