import { createFairQueue } from '../../lib/fair-queue.ts';
import { clientAddress } from '../server/client-address.ts';
import type { Middleware } from '../server/request-context.ts';

/** The maximum of requests that begin in one iteration of the event loop. They take about a millisecond together. */
const maxPerIteration = 8;

/**
 * Begins few requests in each iteration of the event loop, and those beyond in turn by address. One iteration takes all
 * requests that have arrived on all connections, so that a flood would otherwise delay everybody by its whole length.
 */
export function takeTurns(): Middleware {
  const waiting = createFairQueue<() => void>();
  let begun = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(beginNext);
  }

  function beginNext(): void {
    isScheduled = false;
    begun = 0;
    while (begun < maxPerIteration) {
      const begin = waiting.take();
      if (!begin) return;
      begun += 1;
      begin();
    }
    schedule();
  }

  return (request, response, next) => {
    schedule();
    if (begun < maxPerIteration && waiting.size === 0) {
      begun += 1;
      next();
      return;
    }
    waiting.add(clientAddress(request.ip), () => {
      // Nobody waits for the response any more.
      if (!response.closed) next();
    });
  };
}
