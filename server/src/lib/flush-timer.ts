import { coalesce } from './coalesce.ts';

interface FlushTimerOptions {
  flushMs: number;
  /** Writes the remaining data, and never rejects. */
  flush: () => Promise<void>;
  isLeft: () => boolean;
}

/** Flushes one at a time, and again while data remain. The timer does not keep the process running. */
export function createFlushTimer({ flushMs, flush, isLeft }: FlushTimerOptions) {
  const flushes = coalesce(flush);
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
    flush: flushes.run,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await flushes.stop();
      await flush();
    },
  };
}
