import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { findOrAdd } from '../../lib/find-or-add.ts';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

/** Counts in this process. @param options.maxSubjects of each rule: made-up subjects push out the least recent one */
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

/** @param onTake called with the key of each window before it counts a request */
export function createWindowLimiter(
  windows: RateLimiterAbstract,
  onTake: (rule: RateRule, key: string) => void = () => {},
): RateLimiter {
  const keyOf = ({ name }: RateRule, subject: string) => `${name}:${subject}`;

  async function readWindow(rule: RateRule, subject: string) {
    const window = await windows.get(keyOf(rule, subject));
    return window && window.msBeforeNext > 0 ? window : undefined;
  }

  return {
    async take(rule, subject) {
      const key = keyOf(rule, subject);
      onTake(rule, key);
      const window = await windows.penalty(key, 1, { customDuration: rule.windowSeconds });
      return toVerdict(rule, window.consumedPoints, window.msBeforeNext);
    },
    async peek(rule, subject) {
      const window = await readWindow(rule, subject);
      return toVerdict(rule, (window?.consumedPoints ?? 0) + 1, window?.msBeforeNext ?? rule.windowSeconds * 1_000);
    },
    async giveBack(rule, subject) {
      const window = await readWindow(rule, subject);
      if (!window || window.consumedPoints <= 0) return;
      const key = keyOf(rule, subject);
      const duration = { customDuration: rule.windowSeconds };
      const { consumedPoints } = await windows.reward(key, 1, duration);
      // Another call was faster, or the window has ended: a window never admits more than its points.
      if (consumedPoints < 0) await windows.penalty(key, 1, duration);
    },
  };
}

/** @param count the requests of the window, including this one */
function toVerdict({ points }: RateRule, count: number, resetMs: number) {
  return { admitted: count <= points, remaining: Math.max(points - count, 0), resetMs };
}
