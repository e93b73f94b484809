import { createCounts } from './create-counts.ts';

/**
 * Runs a few asynchronous jobs at the same time, so that no subject with many jobs delays the others. A job is due one
 * round after the last job of each of its subjects. A job of new subjects is therefore due in the current round.
 */
export function createJobQueue({ maxRunning }: { maxRunning: number }) {
  /** The jobs that wait, in the order in which they start. */
  const waiting: { round: number; start(): void }[] = [];
  /** The subjects of waiting and running jobs, with the number of these jobs and the round of the last one. */
  const jobsOf = createCounts();
  const lastRoundOf = new Map<string, number>();
  let presentRound = 0;
  let running = 0;

  function enter(subjects: Iterable<string>): number {
    const rounds = Array.from(subjects, (subject) => (lastRoundOf.get(subject) ?? -1) + 1);
    const round = Math.max(presentRound, ...rounds);
    for (const subject of subjects) {
      jobsOf.add(subject, 1);
      lastRoundOf.set(subject, round);
    }
    return round;
  }

  function leave(subjects: Iterable<string>): void {
    for (const subject of subjects) {
      jobsOf.add(subject, -1);
      if (jobsOf.of(subject) === 0) lastRoundOf.delete(subject);
    }
  }

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
      const distinct = new Set(subjects);
      const round = enter(distinct);
      await new Promise<void>((start) => {
        waiting.splice(waiting.findLastIndex((other) => other.round <= round) + 1, 0, { round, start });
        startNext();
      });
      try {
        return await job();
      } finally {
        running--;
        leave(distinct);
        startNext();
      }
    },
  };
}
