export interface LateFlush {
  /** To be called when there is something to write. */
  due(): void;
  /** Writes what is there and stops writing on time. */
  stop(): Promise<void>;
}

/**
 * Writes `flushMs` after the first thing that is due, one flush at a time, and again later while something is left.
 * The process may end before: nothing waits for the timer.
 * @param flush never rejects
 * @param isLeft whether there is something to write
 */
export function createLateFlush({
  flushMs,
  flush,
  isLeft,
}: {
  flushMs: number;
  flush: () => Promise<void>;
  isLeft: () => boolean;
}): LateFlush {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let stopped = false;

  function due(): void {
    if (timer || flushing || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      flushing = flush().finally(() => {
        flushing = undefined;
        if (isLeft()) due();
      });
    }, flushMs);
    timer.unref();
  }

  return {
    due,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await flushing;
      await flush();
    },
  };
}
