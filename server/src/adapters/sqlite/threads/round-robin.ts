import type { Thread } from '../../../lib/create-thread.ts';
import type { OperationMap } from '../../../lib/thread-messages.ts';

/** The maximum of requests of one account at the thread: one in progress, and one so that it never idles. */
const maxPerAccount = 2;
/**
 * The maximum of requests of all accounts at the thread. It runs a step of each in turn, so a long one delays no other.
 */
const maxTotal = 1_000;

export interface RoundRobin<Operations extends OperationMap<Operations>> {
  run<Name extends keyof Operations & string>(
    accountId: string,
    operation: Name,
    ...argument: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
}

/** Serves accounts in turn on a thread. An account with many requests delays the others only by a few of them. */
export function createRoundRobin<Operations extends OperationMap<Operations>>(
  thread: Pick<Thread<Operations>, 'run'>,
): RoundRobin<Operations> {
  /** Maps accounts to their waiting requests, in the order in which they are served. */
  const waiting = new Map<string, (() => Promise<unknown>)[]>();
  const runningOf = new Map<string, number>();
  let running = 0;

  function startNext(): void {
    for (const [accountId, requests] of waiting) {
      if (running >= maxTotal) return;
      const own = runningOf.get(accountId) ?? 0;
      if (own >= maxPerAccount) continue;
      const request = requests.shift();
      waiting.delete(accountId);
      if (requests.length > 0) waiting.set(accountId, requests);
      if (!request) continue;
      runningOf.set(accountId, own + 1);
      running++;
      void request().finally(() => {
        running--;
        const left = (runningOf.get(accountId) ?? 1) - 1;
        if (left === 0) runningOf.delete(accountId);
        else runningOf.set(accountId, left);
        startNext();
      });
    }
  }

  return {
    run(accountId, operation, ...argument) {
      return new Promise((resolve, reject) => {
        const requests = waiting.get(accountId) ?? [];
        requests.push(() => thread.run(operation, ...argument).then(resolve, reject));
        waiting.set(accountId, requests);
        startNext();
      });
    },
  };
}
