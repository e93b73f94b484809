import type { DatabaseSync } from 'node:sqlite';
import type { ThreadReply, ThreadRequest } from '../../../lib/thread-messages.ts';
import { prepare } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { toErrorReply } from './to-error-reply.ts';

/**
 * The steps of a read. Each step sees one state of the table, which may change between two steps. The last one may
 * return a promise, which completes before the event loop continues.
 */
export type Steps<Result> = Generator<void, Result>;
/** The steps of work that no caller waits for. Each may yield a promise, which completes in the same way. */
export type BackgroundSteps = Generator<void | Promise<void>, void>;

/** The time of a read by the clock of the store, which runs on another thread. */
export interface ReadAt {
  readAt: number;
}

export type ThreadJobs = ReturnType<typeof createThreadJobs>;

interface Job {
  /** The id of the request; null for a job that no caller waits for. */
  id: number | null;
  steps: Steps<unknown> | BackgroundSteps;
}

/**
 * Runs the reads of a thread step by step. Most reads have a single step. New and begun reads alternate. A new one
 * waits for one step of a begun one, however many have begun. New ones never stop the begun ones.
 * @param begin starts a read
 */
export function createThreadJobs(
  db: DatabaseSync,
  begin: (request: ThreadRequest) => Steps<unknown>,
  reply: (replies: ThreadReply[]) => void,
) {
  let fresh: Job[] = [];
  /** The jobs that have begun. Each runs one step and then goes to the end. */
  let begun: Job[] = [];
  let lastWasFresh = false;
  let scheduled = false;

  async function work(): Promise<void> {
    const job = next();
    if (job) {
      const result = await runStep(db, job);
      if (result === 'unfinished') begun.push(job);
      else if (result) reply([result]);
    }
    scheduled = false;
    // The event loop receives new requests before the next step.
    schedule();
  }

  function next(): Job | undefined {
    lastWasFresh = fresh.length > 0 && !(lastWasFresh && begun.length > 0);
    return lastWasFresh ? fresh.shift() : begun.shift();
  }

  function schedule(): void {
    if (scheduled || fresh.length + begun.length === 0) return;
    scheduled = true;
    setImmediate(work);
  }

  return {
    add(requests: readonly ThreadRequest[]): void {
      for (const request of requests) fresh.push({ id: request.id, steps: begin(request) });
      if (scheduled) return;
      scheduled = true;
      void work();
    },
    /** Runs steps whose failures are not reported. */
    addInBackground(steps: BackgroundSteps): void {
      begun.push({ id: null, steps });
      schedule();
    },
    /** Ends the background jobs. The caller first awaits all replies. */
    stop(): void {
      for (const { steps } of [...fresh, ...begun]) steps.return(undefined);
      fresh = [];
      begun = [];
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
