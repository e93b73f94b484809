import { createCounts } from '../../lib/create-counts.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import { clientAddress } from '../server/client-address.ts';
import type { Middleware } from '../server/request-context.ts';

/** The maximum of requests that begin in one iteration of the event loop. They take about a millisecond together. */
const maxPerIteration = 8;
/** The maximum of requests of an address that wait to begin, as many as may be open in the process. */
const maxWaiting = 2_000;

/**
 * Begins few requests in each iteration of the event loop, and those beyond in turn by address. One iteration takes all
 * requests that have arrived on all connections, so that a flood would otherwise delay everybody by its whole length.
 */
export function beginFairly(): Middleware {
  const waiting = createFairQueue<() => void>();
  const waitingOf = createCounts();
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
    const address = clientAddress(request.ip);
    if (waitingOf.of(address) >= maxWaiting) {
      request.socket.destroy();
      return;
    }
    waitingOf.add(address, 1);
    waiting.add(address, () => {
      waitingOf.add(address, -1);
      // Nobody waits for the response any more.
      if (!response.closed) next();
    });
  };
}
