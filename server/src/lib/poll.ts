import { type Coalesced, coalesce } from './coalesce.ts';

/**
 * Runs `work` every `everyMs` and whenever `run` is called. Runs never overlap, and the timer does not keep the process
 * running.
 * @param work never rejects
 */
export function poll(work: () => Promise<void>, everyMs: number): Coalesced {
  const { run, stop } = coalesce(work);
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return {
    run,
    stop() {
      clearInterval(timer);
      return stop();
    },
  };
}
