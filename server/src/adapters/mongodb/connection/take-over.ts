import type { Binary, Collection, MongoClient } from 'mongodb';
import type { ReadLeases } from '../../store-kit/open-store.ts';

/** A process that works on memories. */
export interface WorkerDocument {
  _id: string;
  seenAt: Date;
  /** The sessions of its transactions. */
  sessions?: Binary[];
}

/** Ends the transactions of crashed workers, counts the crash, and makes their memories due. */
export function createTakeOver(
  client: MongoClient,
  workers: Collection<WorkerDocument>,
  options: {
    workerId: string;
    /** After this time without a heartbeat, a worker counts as crashed. */
    silentMs: number;
    /** Whether this process was connected for that long. */
    isSteady(): boolean;
    readLeases: ReadLeases;
    onError(error: unknown): void;
  },
) {
  const { workerId, silentMs, isSteady, readLeases, onError } = options;
  const isSilent = { $lte: ['$seenAt', { $subtract: ['$$NOW', silentMs] }] };
  let silentIds: string[] = [];
  return {
    /** Lists the workers without a heartbeat that have not been taken over yet. */
    silent: (): readonly string[] => silentIds,

    async run(): Promise<void> {
      // Leases are read before the list. A worker that starts in between is either missing here or on the list.
      const endLeases = await readLeases();
      const listed = await workers
        .find({ _id: { $ne: workerId } })
        .project<Pick<WorkerDocument, '_id' | 'sessions'> & { isSilent: boolean }>({ sessions: 1, isSilent })
        .toArray();
      const silent = listed.filter((worker) => worker.isSilent);
      silentIds = silent.map(({ _id }) => _id);
      // This check follows the queries, because MongoDB may have been unavailable between them.
      if (!isSteady()) return;
      const open = silent.flatMap(({ sessions = [] }) => sessions.map((id) => ({ id })));
      // If the user may not end sessions, MongoDB ends the transactions later.
      if (open.length > 0) await client.db('admin').command({ killSessions: open }).catch(onError);
      const running = new Set([workerId, ...listed.filter((worker) => !worker.isSilent).map(({ _id }) => _id)]);
      await endLeases((id) => !running.has(id));
      if (silentIds.length > 0) await workers.deleteMany({ _id: { $in: silentIds }, $expr: isSilent });
      silentIds = [];
    },
  };
}
