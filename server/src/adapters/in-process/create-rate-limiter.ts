import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { findOrAdd } from '../../lib/find-or-add.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { createWindowLimiter } from './create-window-limiter.ts';

/**
 * Counts in the memory of this process: exact for one server, and lost when it stops.
 * @param options.maxSubjects of each rule, so that made-up subjects can't fill the memory. The least recent is dropped.
 */
export function createInProcessRateLimiter({ maxSubjects = 50_000 } = {}): RateLimiter {
  // The library requires these two; the actual values come with each rule.
  const windows = new RateLimiterMemory({ points: 1, duration: 1, keyPrefix: '' });
  /** Maps rules to their known subjects, which limit the number of windows. The library has no limit. */
  const known = new Map<string, LRUCache<string, true>>();
  const createSubjects = () =>
    new LRUCache<string, true>({
      max: maxSubjects,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void windows.delete(key);
      },
    });
  return createWindowLimiter(windows, ({ name }, key) => findOrAdd(known, name, createSubjects).set(key, true));
}
