import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` resolves to; undefined when that takes longer than `ms`: it goes on, and nobody waits for it. */
export async function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result | undefined> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { ref: false, signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work(), late]);
  } finally {
    done.abort();
  }
}
