import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves to what `work` resolves to or, when that takes longer than `ms`, to what `onTimeout` returns. The work goes
 * on, and nobody waits for it. The timer keeps the process running only when there is an `onTimeout` to call.
 * @param onTimeout may throw instead. @default resolves to undefined
 */
export async function withTimeout<Result, Late = undefined>(
  ms: number,
  work: () => Promise<Result>,
  onTimeout?: () => Late,
): Promise<Result | Late> {
  const done = new AbortController();
  const timer = sleep(ms, undefined, { ref: onTimeout !== undefined, signal: done.signal });
  const late = timer.then(() => onTimeout?.() as Late);
  // When the work ends first the timer is aborted, and nobody waits for it any more.
  late.catch(() => {});
  try {
    return await Promise.race([work(), late]);
  } finally {
    done.abort();
  }
}
