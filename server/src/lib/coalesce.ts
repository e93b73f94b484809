export interface Coalesced {
  /** Resolves when a run that began after this call has ended, or if no further run will begin. */
  run(): Promise<void>;
  /** Begins no further run; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** A further run serves all calls that arrive during a run. @param work never rejects; `stop` aborts its signal */
export function coalesce(work: (stopping: AbortSignal) => Promise<void>): Coalesced {
  const stopping = new AbortController();
  const { signal } = stopping;
  let next: PromiseWithResolvers<void> | undefined;
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    while (next && !signal.aborted) {
      const { resolve } = next;
      next = undefined;
      await work(signal);
      resolve();
    }
    // No call can arrive between the last check and this line.
    running = undefined;
  }

  return {
    run() {
      if (signal.aborted) return Promise.resolve();
      next ??= Promise.withResolvers<void>();
      const { promise } = next;
      // The run begins after this step, because `work` may call `run` immediately.
      running ??= Promise.resolve().then(runAll);
      return promise;
    },
    async stop() {
      stopping.abort();
      await running;
      next?.resolve();
    },
  };
}

/** Coalesces the calls of `run` with runs every `everyMs`. The timer does not keep the process running. */
export function poll(work: (stopping: AbortSignal) => Promise<void>, everyMs: number): Coalesced {
  const { run, stop } = coalesce(work);
  const timer = setInterval(() => void run(), everyMs).unref();
  return {
    run,
    stop() {
      clearInterval(timer);
      return stop();
    },
  };
}

/**
 * Shares a call among requests that were received together, in one tick of the event loop. All of them were sent before
 * the call began, so it sees what the sender of each had seen done.
 */
export function perTick<Input, Result>(call: (input: Input) => Promise<Result>, keyOf: (input: Input) => string) {
  const begun = new Map<string, Promise<Result>>();
  return (input: Input): Promise<Result> => {
    const key = keyOf(input);
    const shared = begun.get(key);
    if (shared) return shared;
    if (begun.size === 0) setImmediate(() => begun.clear());
    const result = call(input);
    begun.set(key, result);
    return result;
  };
}
