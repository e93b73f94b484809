import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves to the result of `work` or, when that takes longer than `ms`, to that of `onTimeout`. The work goes on, but its
 * result is ignored. The timer keeps the process running only with an `onTimeout`.
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
  // The timer rejects when it is aborted, after the work has ended.
  late.catch(() => {});
  try {
    return await Promise.race([work(), late]);
  } finally {
    done.abort();
  }
}
