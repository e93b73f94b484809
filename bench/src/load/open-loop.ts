import { setTimeout as delay } from 'node:timers/promises';

/**
 * Begins `count` pieces of work at a fixed rate, however long each takes, and waits for all of them.
 * @param work - receives its number and the moment (of `performance.now()`) at which it was due. Its time counts from
 * this moment, because a late generator would otherwise hide a wait.
 */
export async function openLoop<Result>(
  { perSecond, count }: { perSecond: number; count: number },
  work: (index: number, dueAt: number) => Promise<Result>,
): Promise<Result[]> {
  const startedAt = performance.now();
  const results: Promise<Result>[] = [];
  for (let index = 0; index < count; index++) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    const ahead = dueAt - performance.now();
    if (ahead > 0) await delay(ahead);
    const result = work(index, dueAt);
    // The common wait below reports a failure; until then it is not unhandled.
    result.catch(() => undefined);
    results.push(result);
  }
  return Promise.all(results);
}
