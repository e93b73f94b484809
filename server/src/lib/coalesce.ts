/** Runs of one function, never two at once. */
export interface Coalesced {
  /** Resolves when a run that began after this call has ended, or when no further one will begin. */
  run(): Promise<void>;
  /** Begins no further run; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/**
 * However many calls come while a run is under way, one further run serves them all.
 * @param work never rejects
 */
export function coalesce(work: () => Promise<void>): Coalesced {
  let next: PromiseWithResolvers<void> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function runAll(): Promise<void> {
    while (next && !stopped) {
      const { resolve } = next;
      next = undefined;
      await work();
      resolve();
    }
    // In the same step as the last look: the next call begins again.
    running = undefined;
  }

  return {
    run() {
      if (stopped) return Promise.resolve();
      next ??= Promise.withResolvers<void>();
      const { promise } = next;
      // Not before this step has ended: `work` may call `run` in its first one.
      running ??= Promise.resolve().then(runAll);
      return promise;
    },
    async stop() {
      stopped = true;
      await running;
      next?.resolve();
    },
  };
}
