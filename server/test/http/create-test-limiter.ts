import { createInProcessRateLimiter } from '../../src/adapters/in-process/create-rate-limiter.ts';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';

/** Counts as a server without Redis does, and spares tests the wait for the end of a window. */
export function createTestLimiter() {
  let limiter = createInProcessRateLimiter();
  return {
    take: (rule, subject) => limiter.take(rule, subject),
    peek: (rule, subject) => limiter.peek(rule, subject),
    giveBack: (rule, subject) => limiter.giveBack(rule, subject),
    /** Forgets what was counted: every window begins again. */
    reset(): void {
      limiter = createInProcessRateLimiter();
    },
  } satisfies RateLimiter & { reset(): void };
}
