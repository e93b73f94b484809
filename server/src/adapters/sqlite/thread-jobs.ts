import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './prepare.ts';
import { rollBack } from './roll-back.ts';
import type { WorkerReply, WorkerRequest } from './worker-client.ts';
import { toErrorReply } from './worker-server.ts';

/** What a read still has to do. Each step sees one state of the table; between two steps it may change. */
export type Steps<Result> = Generator<void, Result>;

interface Job {
  id: number;
  steps: Steps<unknown>;
}

/**
 * Works on the reads of a thread, a step of each in turn, so that a long one delays the others by a step.
 * @param begin starts a read
 */
export function createThreadJobs(
  db: DatabaseSync,
  begin: (request: WorkerRequest) => Steps<unknown>,
  reply: (replies: WorkerReply[]) => void,
): { add(requests: readonly WorkerRequest[]): void } {
  const jobs: Job[] = [];
  let scheduled = false;

  function work(): void {
    scheduled = false;
    const job = jobs.shift();
    if (job) {
      const answer = step(job);
      if (answer) reply([answer]);
      else jobs.push(job);
    }
    // New requests get in between.
    if (jobs.length > 0 && !scheduled) {
      scheduled = true;
      setImmediate(work);
    }
  }

  function step({ id, steps }: Job): WorkerReply | undefined {
    try {
      // One snapshot for all statements of a step: counts, candidates and rows belong together.
      prepare(db, 'BEGIN').run();
      const { done, value } = steps.next();
      prepare(db, 'COMMIT').run();
      return done ? { id, result: value } : undefined;
    } catch (error) {
      rollBack(db);
      steps.return(undefined);
      return toErrorReply(id, error);
    }
  }

  return {
    add(requests) {
      for (const request of requests) jobs.push({ id: request.id, steps: begin(request) });
      if (!scheduled) work();
    },
  };
}
