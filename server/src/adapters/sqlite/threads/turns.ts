import type { WorkerClient } from './worker-client.ts';

interface Waiting {
  operation: string;
  argument: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Requests of one owner that the thread has at once: one that it works on, one that keeps it from waiting. */
const underWayMostOfOne = 2;
/** Of all owners together. The thread does a step of each in turn: a long one does not keep the others out. */
const underWayMost = 1_000;

export interface Turns {
  run<Result>(owner: string, operation: string, argument: unknown): Promise<Result>;
}

/**
 * Gives the owners turns on one store thread: whoever has many requests waiting delays the others by a few of them, not
 * by all.
 */
export function createTurns(thread: Pick<WorkerClient, 'run'>): Turns {
  /** In the order of their turns. An owner that has its turn goes to the end. */
  const owners = new Map<string, Waiting[]>();
  const underWayOf = new Map<string, number>();
  let underWay = 0;

  function next(): void {
    for (const [owner, requests] of owners) {
      if (underWay >= underWayMost) return;
      const ofOwner = underWayOf.get(owner) ?? 0;
      if (ofOwner >= underWayMostOfOne) continue;
      const request = requests.shift() as Waiting;
      owners.delete(owner);
      if (requests.length > 0) owners.set(owner, requests);
      underWayOf.set(owner, ofOwner + 1);
      underWay++;
      thread
        .run(request.operation, request.argument)
        .then(request.resolve, request.reject)
        .finally(() => {
          underWay--;
          const left = (underWayOf.get(owner) as number) - 1;
          if (left === 0) underWayOf.delete(owner);
          else underWayOf.set(owner, left);
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
