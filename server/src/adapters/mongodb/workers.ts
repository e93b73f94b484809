import type { Collections } from './documents.ts';
import { notLeased } from './pending-memory.ts';

const beatMs = 5_000;
/** A worker that has not been seen for so long has ended. */
const silentMs = 20_000;

export interface Workers {
  /** Takes this process off the list. */
  stop(): Promise<void>;
}

/**
 * Keeps this process on the list of workers, by the server's clock. A process that ends without a word leaves its
 * memories leased: whoever is there hands them on, and notes that they were interrupted.
 */
export async function startWorkers(
  { workers, memories }: Collections,
  { workerId, now, onError }: { workerId: string; now(): number; onError(error: unknown): void },
): Promise<Workers> {
  const beat = async () => {
    await workers.updateOne({ _id: workerId }, { $currentDate: { seenAt: true } }, { upsert: true });
  };

  async function releaseInterrupted(): Promise<void> {
    const alive = await workers
      .find({ $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', silentMs] }] } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    await memories.updateMany(
      { leasedBy: { $exists: true, $nin: alive.map(({ _id }) => _id) } },
      { $set: { nextAttemptAt: now() }, $inc: { interruptions: 1 }, $unset: notLeased },
    );
  }

  let running: Promise<void> | undefined;
  const look = () => {
    running ??= beat()
      .then(releaseInterrupted)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };
  await beat();
  await releaseInterrupted();
  const timer = setInterval(look, beatMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await workers.deleteOne({ _id: workerId }).catch(onError);
    },
  };
}
