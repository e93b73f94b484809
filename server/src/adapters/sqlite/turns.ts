import type { WorkerClient } from './worker-client.ts';

interface Waiting {
  operation: string;
  argument: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Requests the thread has at once: one that it works on, one that keeps it from waiting for the next. */
const underWayMost = 2;

export interface Turns {
  run<Result>(owner: string, operation: string, argument: unknown): Promise<Result>;
}

/**
 * Gives the owners turns on one store thread: whoever has many requests waiting delays the others by one of them, not
 * by all.
 */
export function createTurns(thread: Pick<WorkerClient, 'run'>): Turns {
  /** In the order of their turns. An owner that has its turn goes to the end. */
  const owners = new Map<string, Waiting[]>();
  let underWay = 0;

  function next(): void {
    for (const [owner, requests] of owners) {
      if (underWay >= underWayMost) return;
      const request = requests.shift() as Waiting;
      owners.delete(owner);
      if (requests.length > 0) owners.set(owner, requests);
      underWay++;
      thread
        .run(request.operation, request.argument)
        .then(request.resolve, request.reject)
        .finally(() => {
          underWay--;
          next();
        });
    }
  }

  return {
    run<Result>(owner: string, operation: string, argument: unknown): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const requests = owners.get(owner) ?? [];
        requests.push({ operation, argument, resolve: resolve as (result: unknown) => void, reject });
        owners.set(owner, requests);
        next();
      });
    },
  };
}
