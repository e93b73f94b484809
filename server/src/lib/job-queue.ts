interface Waiting {
  round: number;
  start(): void;
}

/**
 * Runs a few asynchronous jobs at the same time, so that no subject with many jobs delays the others. A job is due one
 * round after the last job of each of its subjects. A job of new subjects is therefore due in the current round.
 */
export function createJobQueue({ maxRunning }: { maxRunning: number }) {
  /** The jobs that wait, in the order in which they start. */
  const waiting: Waiting[] = [];
  /** Maps the subjects of waiting and running jobs to their number and the round of the last one. */
  const open = new Map<string, { jobs: number; round: number }>();
  let presentRound = 0;
  let running = 0;

  function enter(subjects: readonly string[]): number {
    const rounds = subjects.map((subject) => open.get(subject)).map((last) => (last ? last.round + 1 : 0));
    const round = Math.max(presentRound, ...rounds);
    for (const subject of subjects) open.set(subject, { jobs: (open.get(subject)?.jobs ?? 0) + 1, round });
    return round;
  }

  function leave(subjects: readonly string[]): void {
    for (const subject of subjects) {
      const entry = open.get(subject);
      if (!entry) continue;
      entry.jobs--;
      if (entry.jobs === 0) open.delete(subject);
    }
  }

  function startNext(): void {
    while (running < maxRunning) {
      const next = waiting.shift();
      if (!next) return;
      presentRound = next.round;
      running++;
      next.start();
    }
  }

  return {
    /**
     * Runs a job when it is its turn.
     * @param subjects the subjects that the job counts for, such as the address and the account of a request
     */
    async run<Result>(subjects: readonly string[], job: () => Promise<Result>): Promise<Result> {
      const distinct = [...new Set(subjects)];
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
