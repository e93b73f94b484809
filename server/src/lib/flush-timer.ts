import { coalesce } from './coalesce.ts';

interface FlushTimerOptions {
  flushMs: number;
  /** Writes the remaining data, and never rejects. */
  flush: () => Promise<void>;
  /** Whether there is something to write. */
  isLeft: () => boolean;
}

/**
 * Flushes `flushMs` after the first call of `schedule`, one flush at a time, and again later while data remain. The
 * timer does not keep the process running.
 */
export function createFlushTimer({ flushMs, flush, isLeft }: FlushTimerOptions) {
  let isFlushing = false;
  const flushes = coalesce(async () => {
    isFlushing = true;
    await flush();
    isFlushing = false;
  });
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function schedule(): void {
    if (timer || stopped) return;
    timer = setTimeout(async () => {
      await flushes.run();
      timer = undefined;
      if (isLeft()) schedule();
    }, flushMs);
    timer.unref();
  }

  return {
    schedule,
    /** Resolves when everything that was present at this call has been passed to `flush`, and that has ended. */
    flush: () => (isLeft() || isFlushing ? flushes.run() : Promise.resolve()),
    /** Stops the timer and flushes for the last time. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await flushes.stop();
      await flush();
    },
  };
}
