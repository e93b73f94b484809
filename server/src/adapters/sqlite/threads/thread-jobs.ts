import type { DatabaseSync } from 'node:sqlite';
import type { ThreadReply, ThreadRequest } from '../../../lib/create-thread.ts';
import { createFairQueue } from '../../../lib/fair-queue.ts';
import { prepare } from '../connection/open-database.ts';
import { rollBack } from '../connection/snapshot.ts';
import { toErrorReply } from './store-thread.ts';

/**
 * The steps of a read. Each step sees one state of the table, which may change between two steps. The last one may
 * return a promise, which completes before the event loop continues.
 */
export type Steps<Result> = Generator<void, Result>;
/** The steps of work that no caller waits for. Each may yield a promise, which completes in the same way. */
export type BackgroundSteps = Generator<void | Promise<void>, void>;

/** The time of a read by the clock of the store, which runs on another thread. */
export type ReadAt = { readAt: number };

export type ThreadJobs = ReturnType<typeof createThreadJobs>;

interface Job {
  accountId: string;
  /** The id of the request; null for a job that no caller waits for. */
  id: number | null;
  steps: Steps<unknown> | BackgroundSteps;
}

/** Runs reads step by step. Accounts are served in turn, each with a step of its oldest read, so none waits long. */
export function createThreadJobs(
  db: DatabaseSync,
  begin: (request: ThreadRequest) => Steps<unknown>,
  reply: (replies: ThreadReply[]) => void,
) {
  const waiting = createFairQueue<Job>();
  let scheduled = false;

  async function work(): Promise<void> {
    const job = waiting.take();
    if (job) {
      const result = await runStep(db, job);
      if (result === 'unfinished') (job.id === null ? waiting.add : waiting.putBack)(job.accountId, job);
      else if (result) reply([result]);
    }
    scheduled = false;
    // The event loop receives new requests before the next step.
    schedule();
  }

  function schedule(): void {
    if (scheduled || waiting.size === 0) return;
    scheduled = true;
    setImmediate(work);
  }

  return {
    add(requests: readonly ThreadRequest[]): void {
      for (const request of requests) waiting.add(request.accountId, { ...request, steps: begin(request) });
      schedule();
    },
    /** Runs steps whose failures are not reported, in turn with each other and with the accounts. */
    addInBackground(steps: BackgroundSteps): void {
      waiting.add('', { accountId: '', id: null, steps });
      schedule();
    },
    /** Ends the background jobs. The caller first awaits all replies. */
    stop(): void {
      for (let job = waiting.take(); job; job = waiting.take()) job.steps.return(undefined);
    },
  };
}

/** Runs the next step in one snapshot, because counts, candidates and rows belong together. */
async function runStep(db: DatabaseSync, { id, steps }: Job): Promise<ThreadReply | 'unfinished' | undefined> {
  try {
    prepare(db, 'BEGIN').run();
    const { done, value } = steps.next();
    const result: unknown = value instanceof Promise ? await value : value;
    prepare(db, 'COMMIT').run();
    if (!done) return 'unfinished';
    return id === null ? undefined : { id, result };
  } catch (error) {
    rollBack(db);
    steps.return(undefined);
    return id === null ? undefined : toErrorReply(id, error);
  }
}
