import type { MongoClient } from 'mongodb';
import { leaseFields } from '../memories/stored-memory.ts';
import type { Collections, WorkerDocument } from '../schema/documents.ts';

/** Ends the transactions of crashed workers, counts the crash, and makes their memories due. */
export function createTakeOver(
  client: MongoClient,
  { workers, memories }: Collections,
  options: {
    workerId: string;
    /** After this time without a heartbeat, a worker counts as crashed. */
    silentMs: number;
    /** Whether this process was connected for that long. */
    isSteady(): boolean;
    now(): number;
    onError(error: unknown): void;
  },
) {
  const { workerId, silentMs, isSteady, now, onError } = options;
  const isSilent = { $lte: ['$seenAt', { $subtract: ['$$NOW', silentMs] }] };
  let silentIds: string[] = [];
  return {
    /** Lists the workers without a heartbeat that have not been taken over yet. */
    silent: (): readonly string[] => silentIds,

    async run(): Promise<void> {
      // Leases are read before the list. A worker that starts in between is either missing here or on the list.
      const holders = (await memories.distinct('leasedBy', { leasedBy: { $gte: '' } })) as string[];
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
      const crashed = holders.filter((id) => !running.has(id));
      if (crashed.length > 0) {
        await memories.updateMany(
          { leasedBy: { $in: crashed } },
          { $set: { nextAttemptAt: now() }, $inc: { interruptions: 1 }, $unset: leaseFields },
        );
      }
      if (silentIds.length > 0) await workers.deleteMany({ _id: { $in: silentIds }, $expr: isSilent });
      silentIds = [];
    },
  };
}
