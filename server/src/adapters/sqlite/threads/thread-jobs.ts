import type { DatabaseSync } from 'node:sqlite';
import type { ThreadReply, ThreadRequest } from '../../../lib/thread-messages.ts';
import { prepare } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { toErrorReply } from './to-error-reply.ts';

/** The steps of a read. Each step sees one state of the table, which may change between two steps. */
export type Steps<Result> = Generator<void, Result>;

export interface ThreadJobs {
  add(requests: readonly ThreadRequest[]): void;
  /** Runs steps that no caller waits for. Their failures are not reported. */
  addInBackground(steps: Steps<void>): void;
  /** Ends the background jobs. Call it when no request is under way any more. */
  stop(): void;
}

interface Job {
  /** null: in the background. */
  id: number | null;
  steps: Steps<unknown>;
}

/**
 * Works on the reads of a thread step by step. Most have one step only: those that have not begun and those that have
 * take turns, so that a new one waits for a step of a long one, however many long ones there are, and long ones go on
 * under any number of new ones.
 * @param begin starts a read
 */
export function createThreadJobs(
  db: DatabaseSync,
  begin: (request: ThreadRequest) => Steps<unknown>,
  reply: (replies: ThreadReply[]) => void,
): ThreadJobs {
  let fresh: Job[] = [];
  /** A step of each in turn. */
  let begun: Job[] = [];
  let lastWasFresh = false;
  let scheduled = false;

  function work(): void {
    scheduled = false;
    const job = next();
    if (job) {
      const result = step(job);
      if (result === 'unfinished') begun.push(job);
      else if (result) reply([result]);
    }
    // New requests get in between.
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

  function step({ id, steps }: Job): ThreadReply | 'unfinished' | undefined {
    try {
      // One snapshot for all statements of a step: counts, candidates and rows belong together.
      prepare(db, 'BEGIN').run();
      const { done, value } = steps.next();
      prepare(db, 'COMMIT').run();
      if (!done) return 'unfinished';
      return id === null ? undefined : { id, result: value };
    } catch (error) {
      rollBack(db);
      steps.return(undefined);
      return id === null ? undefined : toErrorReply(id, error);
    }
  }

  return {
    add(requests) {
      for (const request of requests) fresh.push({ id: request.id, steps: begin(request) });
      if (!scheduled) work();
    },
    addInBackground(steps) {
      begun.push({ id: null, steps });
      schedule();
    },
    stop() {
      for (const { steps } of [...fresh, ...begun]) steps.return(undefined);
      fresh = [];
      begun = [];
    },
  };
}
