import { createCounts } from '../../lib/create-counts.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import { clientAddress } from '../server/client-address.ts';
import type { Middleware } from '../server/request-context.ts';

/** The maximum of requests that begin in one iteration of the event loop. They take about a millisecond together. */
const maxPerIteration = 8;
/** The maximum of requests of an address that wait to begin, as many as may be open in the process. */
const maxWaiting = 2_000;

/**
 * Begins a few requests in each iteration of the event loop, and serves the others in turn by address. One iteration
 * accepts all requests that have arrived on all connections. Without this limit, a flood would delay all other callers
 * for as long as it lasts.
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
      // No client waits for the response any longer.
      if (!response.closed) next();
    });
  };
}
