import type { Collection, Db, MongoClient } from 'mongodb';
import { poll } from '../../../lib/coalesce.ts';
import type { ReadLeases } from '../../store-kit/open-store.ts';
import type { Connection } from './connect.ts';

/** The processes that work on memories, by the time of their last heartbeat. */
export function workersOf(db: Db): Collection<{ _id: string; seenAt: Date }> {
  return db.collection('worker');
}

export type WorkerTimes = typeof usualTimes;

const usualTimes = {
  beatMs: 5_000,
  /** After this time without a heartbeat, a process counts as crashed, if this process had heartbeats all the time. */
  silentMs: 20_000,
};

export type Workers = Awaited<ReturnType<typeof startWorkers>>;

/**
 * Keeps this process on the list of workers, by the clock of MongoDB. A process that crashes leaves its memories leased
 * and its transactions open. For a minute, MongoDB would block all other writes to the same documents. The other
 * processes end those transactions, count the crash, and make the memories due.
 *
 * After an outage of MongoDB, all processes seem to have crashed. Only a process whose own heartbeats had no gap for
 * `silentMs` takes over: by then every running process has had a heartbeat again.
 */
export async function startWorkers(
  { client, db }: Pick<Connection, 'client' | 'db'>,
  options: {
    workerId: string;
    readLeases: ReadLeases;
    times?: Partial<WorkerTimes> | undefined;
    onError(error: unknown): void;
  },
) {
  const { workerId, readLeases, onError } = options;
  const workers = workersOf(db);
  const { beatMs, silentMs } = { ...usualTimes, ...options.times };
  /** The longest gap of a steady process. Other processes may be silent for two heartbeats longer. */
  const gapMs = silentMs - 2 * beatMs;
  const isSilent = { $lte: ['$seenAt', { $subtract: ['$$NOW', silentMs] }] };
  let lastBeatAt = Number.NEGATIVE_INFINITY;
  let steadySince = 0;
  let silentIds: string[] = [];

  async function beat(): Promise<void> {
    await workers.updateOne({ _id: workerId }, { $currentDate: { seenAt: true } }, { upsert: true });
    const at = performance.now();
    if (at - lastBeatAt > gapMs) steadySince = at;
    lastBeatAt = at;
  }

  const isSteady = () => performance.now() - lastBeatAt <= gapMs && performance.now() - steadySince >= silentMs;

  async function takeOver(): Promise<void> {
    // Leases are read before the list. A worker that starts in between is either missing here or on the list.
    const endLeases = await readLeases();
    const others = workers.find({ _id: { $ne: workerId } }).project<{ _id: string; isSilent: boolean }>({ isSilent });
    const listed = await others.toArray();
    silentIds = listed.filter((worker) => worker.isSilent).map(({ _id }) => _id);
    // This check follows the queries, because MongoDB may have been unavailable between them.
    if (!isSteady()) return;
    // If the user may not end sessions, MongoDB ends the transactions later.
    if (silentIds.length > 0) await endTransactions(client, silentMs / 2).catch(onError);
    const running = new Set([workerId, ...listed.filter((worker) => !worker.isSilent).map(({ _id }) => _id)]);
    await endLeases((id) => !running.has(id));
    if (silentIds.length > 0) await workers.deleteMany({ _id: { $in: silentIds }, $expr: isSilent });
    silentIds = [];
  }

  await beat();
  await takeOver();
  // Two timers, because a process that waits for a lock during a takeover must not look crashed itself.
  const beating = poll(() => beat().catch(onError), beatMs);
  const takingOver = poll(() => takeOver().catch(onError), beatMs);
  return {
    /** Lists the workers without a heartbeat that may still be running. Their memories must not be claimed. */
    silent: (): readonly string[] => silentIds,
    async stop(): Promise<void> {
      await Promise.all([beating.stop(), takingOver.stop()]);
      await workers.deleteOne({ _id: workerId }).catch(onError);
    },
  };
}

/** Ends the transactions of crashed processes. One that still runs takes milliseconds between two operations. */
async function endTransactions(client: MongoClient, idleMs: number): Promise<void> {
  const admin = client.db('admin');
  const { appName } = client.options;
  const idle = { type: 'idleSession', appName, 'transaction.timeInactiveMicros': { $gte: idleMs * 1_000 } };
  const stages = [{ $currentOp: { idleSessions: true } }, { $match: idle }];
  const open = await admin.aggregate<{ lsid: { id: unknown } }>(stages).toArray();
  const sessions = open.map(({ lsid }) => ({ id: lsid.id }));
  if (sessions.length > 0) await admin.command({ killSessions: sessions });
}
