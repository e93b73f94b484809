import { findOrAdd } from './find-or-add.ts';

/** Runs a few jobs at a time. Each is due one round after the last job of its subjects, so none delays others. */
export function createJobQueue({ maxRunning }: { maxRunning: number }) {
  /** The jobs that wait, in the order in which they start. */
  const waiting: { round: number; start(): void }[] = [];
  /** The subjects of waiting and running jobs, with the number of these jobs and the round of the last one. */
  const known = new Map<string, { jobs: number; round: number }>();
  let presentRound = 0;
  let running = 0;

  function startNext(): void {
    for (; running < maxRunning && waiting[0]; running++) {
      const { round, start } = waiting.shift() as (typeof waiting)[number];
      presentRound = round;
      start();
    }
  }

  return {
    /** @param subjects those that the job counts for, such as the address and the account of a request */
    async run<Result>(subjects: readonly string[], job: () => Promise<Result>): Promise<Result> {
      const distinct = [...new Set(subjects)];
      const own = distinct.map((subject) => findOrAdd(known, subject, () => ({ jobs: 0, round: -1 })));
      const round = Math.max(presentRound, ...own.map((one) => one.round + 1));
      for (const one of own) Object.assign(one, { jobs: one.jobs + 1, round });
      await new Promise<void>((start) => {
        waiting.splice(waiting.findLastIndex((other) => other.round <= round) + 1, 0, { round, start });
        startNext();
      });
      try {
        return await job();
      } finally {
        running--;
        for (const [at, one] of own.entries()) if (--one.jobs === 0) known.delete(distinct[at] as string);
        startNext();
      }
    },
  };
}
