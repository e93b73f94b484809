import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';
import { createWindowLimiter } from './create-window-limiter.ts';

/**
 * Counts in the memory of this process: exact for one server, forgotten when it stops.
 * @param maxSubjects - kept for each rule, so that made-up subjects can't fill the memory; beyond it, the window of
 *   the subject that was quiet for longest is forgotten
 */
export function createInProcessRateLimiter({ maxSubjects = 50_000 } = {}): RateLimiter {
  // Points and duration come with each rule; these two are only what the library insists on.
  const windows = new RateLimiterMemory({ points: 1, duration: 1, keyPrefix: '' });
  /** The library keeps as many windows as it is asked for; this is what bounds them. */
  const known = new Map<string, LRUCache<string, true>>();

  function remember({ name }: RateRule, key: string): void {
    let subjects = known.get(name);
    if (!subjects) {
      subjects = new LRUCache({
        max: maxSubjects,
        dispose: (_value, quiet, reason) => {
          if (reason === 'evict') void windows.delete(quiet);
        },
      });
      known.set(name, subjects);
    }
    subjects.set(key, true);
  }

  return createWindowLimiter(windows, { onTake: remember });
}
