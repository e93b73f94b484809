import type { Binary, Collection, Db } from 'mongodb';
import { poll } from '../../../lib/coalesce.ts';
import type { ReadLeases } from '../../store-kit/open-store.ts';
import type { Connection } from './connect.ts';
import { noteTransactions } from './sessions.ts';
import { createTakeOver, type WorkerDocument } from './take-over.ts';

export function workersOf(db: Db): Collection<WorkerDocument> {
  return db.collection<WorkerDocument>('worker');
}

export type WorkerTimes = typeof usualTimes;

const usualTimes = {
  /** The time between two heartbeats. */
  beatMs: 5_000,
  /** After this time without a heartbeat, a process counts as crashed, if this process had heartbeats all the time. */
  silentMs: 20_000,
};
/**
 * The time for which a session stays listed after its last transaction began. MongoDB ends a transaction after a
 * minute.
 */
const sessionIdleMs = 10 * 60_000;

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
  const heartbeat = createHeartbeat(workers, workerId, { beatMs, silentMs });
  const takeOver = createTakeOver(client, workers, {
    ...{ workerId, silentMs, readLeases, onError },
    isSteady: heartbeat.isSteady,
  });
  await heartbeat.beat();
  await takeOver.run();
  // Two timers, because a process that waits for a lock during a takeover must not look crashed itself.
  const heartbeatTimer = poll(() => heartbeat.beat().catch(onError), beatMs);
  const takeOverTimer = poll(() => takeOver.run().catch(onError), beatMs);
  // No caller awaits this heartbeat. Without it, MongoDB ends the transaction itself, but later.
  noteTransactions(client, (id) => {
    if (heartbeat.addSession(id)) void heartbeatTimer.run();
  });
  return {
    /** Lists the workers without a heartbeat that may still be running. Their memories must not be claimed. */
    silent: takeOver.silent,
    /** Removes this process from the list. */
    async stop(): Promise<void> {
      await Promise.all([heartbeatTimer.stop(), takeOverTimer.stop()]);
      await workers.deleteOne({ _id: workerId }).catch(onError);
    },
  };
}

/** Writes the entry of this process in the list of workers. */
function createHeartbeat(workers: Collection<WorkerDocument>, workerId: string, { beatMs, silentMs }: WorkerTimes) {
  /**
   * The longest gap between heartbeats of a steady process. Other processes may be silent for two heartbeats longer.
   */
  const gapMs = silentMs - 2 * beatMs;
  /** Maps the ids of sessions, as text, to the sessions of this process's transactions. */
  const sessions = new Map<string, { id: Binary; usedAt: number }>();
  let lastBeatAt = Number.NEGATIVE_INFINITY;
  let steadySince = 0;
  return {
    async beat(): Promise<void> {
      for (const [name, { usedAt }] of sessions) {
        if (performance.now() - usedAt > sessionIdleMs) sessions.delete(name);
      }
      const ids = Array.from(sessions.values(), ({ id }) => id);
      const update = { $currentDate: { seenAt: true as const }, $set: { sessions: ids } };
      await workers.updateOne({ _id: workerId }, update, { upsert: true });
      const at = performance.now();
      if (at - lastBeatAt > gapMs) steadySince = at;
      lastBeatAt = at;
    },

    /** @returns whether the entry does not have the session yet */
    addSession(id: Binary): boolean {
      const name = id.toString('hex');
      const isNew = !sessions.has(name);
      sessions.set(name, { id, usedAt: performance.now() });
      return isNew;
    },

    /** Whether this process had heartbeats without a gap for `silentMs`. */
    isSteady: () => performance.now() - lastBeatAt <= gapMs && performance.now() - steadySince >= silentMs,
  };
}
