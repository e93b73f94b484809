/** Calls of one function, never two at once. */
export interface Rounds {
  /** Resolves when a call that began after this has ended, or when no further one will begin. */
  ask(): Promise<void>;
  /** No further calls; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** However many ask while a call runs, one further call answers them all. */
export function createRounds(work: () => Promise<void>): Rounds {
  let asked: PromiseWithResolvers<void> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    while (asked && !stopped) {
      const { resolve } = asked;
      asked = undefined;
      await work();
      resolve();
    }
    // In the same step as the last look: who asks from here on begins a new run.
    running = undefined;
  }

  return {
    ask() {
      if (stopped) return Promise.resolve();
      asked ??= Promise.withResolvers<void>();
      const { promise } = asked;
      // Not before this step has ended: `work` may ask again in its first one.
      running ??= Promise.resolve().then(run);
      return promise;
    },
    async stop() {
      stopped = true;
      await running;
      asked?.resolve();
    },
  };
}
