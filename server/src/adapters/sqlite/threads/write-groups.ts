import { createFairQueue } from '../../../lib/fair-queue.ts';
import type { ThreadRequest } from '../../../lib/thread-messages.ts';
import type { Call } from '../records/run-command.ts';

/** The maximum of requests in a group. Far fewer arrive during one flush of the disk. */
const maxRequests = 512;
/**
 * The time after which a group accepts no more requests, so that the first one and those of others do not wait long.
 */
const maxGroupMs = 20;

/**
 * The waiting writes. Accounts are served in turn, because a memory with 30,000 words takes as long as hundreds of
 * others.
 */
export function createWriteGroups(now: () => number = () => performance.now()) {
  const waiting = createFairQueue<ThreadRequest>();
  return {
    get size() {
      return waiting.size;
    },
    add(requests: readonly ThreadRequest[]): void {
      for (const request of requests) waiting.add(accountOf(request), request);
    },
    /** Removes the requests of the next group, each of which the caller runs before it takes the next one. */
    *next(): Generator<ThreadRequest> {
      const endsAt = now() + maxGroupMs;
      for (let count = 0; count < maxRequests && (count === 0 || now() < endsAt); count++) {
        const request = waiting.take();
        if (!request) return;
        yield request;
      }
    },
  };
}

/** Returns the account of a command; an empty string for work of the server. */
function accountOf({ argument }: ThreadRequest): string {
  return (argument as Call).accountId;
}
