export interface FlushTimer {
  /** Is called when there is something to write. */
  schedule(): void;
  /** Stops the timer and flushes for the last time. */
  stop(): Promise<void>;
}

/**
 * Flushes `flushMs` after the first call of `schedule`, one flush at a time, and again later while something is left.
 * The timer does not keep the process running.
 * @param flush never rejects
 * @param isLeft whether there is something to write
 */
export function createFlushTimer({
  flushMs,
  flush,
  isLeft,
}: {
  flushMs: number;
  flush: () => Promise<void>;
  isLeft: () => boolean;
}): FlushTimer {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let stopped = false;

  function schedule(): void {
    if (timer || flushing || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      flushing = flush().finally(() => {
        flushing = undefined;
        if (isLeft()) schedule();
      });
    }, flushMs);
    timer.unref();
  }

  return {
    schedule,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await flushing;
      await flush();
    },
  };
}
