import { LRUCache } from 'lru-cache';
import { findOrAdd } from '../../lib/find-or-add.ts';
import { type RateLimiter, type RateRule, toVerdict } from '../../ports/rate-limiter.ts';

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts in the memory of this process: exact for one server, and lost when it stops.
 * @param options.maxSubjects the maximum of subjects kept for each rule, so that made-up subjects can't fill the memory.
 *   Beyond it the least recently used subject is dropped. @default 50,000
 */
export function createInProcessRateLimiter({ maxSubjects = 50_000 } = {}): RateLimiter {
  const rules = new Map<string, LRUCache<string, Window>>();

  /** Returns the window of a subject and the time left. The window is new if none is open, and kept if it counts. */
  function open({ name, windowSeconds }: RateRule, subject: string, keep = false) {
    const windows = findOrAdd(rules, name, () => new LRUCache<string, Window>({ max: maxSubjects }));
    const now = performance.now();
    let window = windows.get(subject);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowSeconds * 1_000 };
      if (keep) windows.set(subject, window);
    }
    return { window, leftMs: Math.ceil(window.endsAt - now) };
  }

  return {
    async take(rule, subject) {
      const { window, leftMs } = open(rule, subject, true);
      window.count += 1;
      return toVerdict(rule, window.count, leftMs);
    },
    async peek(rule, subject) {
      const { window, leftMs } = open(rule, subject);
      return toVerdict(rule, window.count + 1, leftMs);
    },
    async giveBack(rule, subject) {
      const { window } = open(rule, subject);
      window.count = Math.max(0, window.count - 1);
    },
  };
}
