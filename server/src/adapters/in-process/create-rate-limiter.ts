import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

/**
 * Counts in the memory of this process: exact for one server, forgotten when it stops.
 * @param mostSubjects - kept for each rule, so that made-up subjects can't fill the memory; beyond it, the window of
 *   the subject that was quiet for longest is forgotten
 */
export function createInProcessRateLimiter({ mostSubjects = 50_000 } = {}): RateLimiter {
  // Points and duration come with each rule; these two are only what the library insists on.
  const windows = new RateLimiterMemory({ points: 1, duration: 1, keyPrefix: '' });
  /** The library keeps as many windows as it is asked for; this is what bounds them. */
  const known = new Map<string, LRUCache<string, true>>();

  function remember({ name }: RateRule, key: string): void {
    let subjects = known.get(name);
    if (!subjects) {
      subjects = new LRUCache({
        max: mostSubjects,
        dispose: (_value, quiet, reason) => {
          if (reason === 'evict') void windows.delete(quiet);
        },
      });
      known.set(name, subjects);
    }
    subjects.set(key, true);
  }

  /** Requests counted in the window that runs; undefined when none does. */
  async function present(key: string): Promise<{ count: number; resetMs: number } | undefined> {
    const window = await windows.get(key);
    return window && window.msBeforeNext > 0
      ? { count: window.consumedPoints, resetMs: window.msBeforeNext }
      : undefined;
  }

  return {
    async take(rule, subject) {
      const key = keyOf(rule, subject);
      remember(rule, key);
      const { consumedPoints: count, msBeforeNext: resetMs } = await windows.penalty(key, 1, {
        customDuration: rule.windowSeconds,
      });
      return verdict(rule, count, resetMs);
    },
    async peek(rule, subject) {
      const { count, resetMs } = (await present(keyOf(rule, subject))) ?? {
        count: 0,
        resetMs: rule.windowSeconds * 1_000,
      };
      return verdict(rule, count + 1, resetMs);
    },
    async giveBack(rule, subject) {
      const key = keyOf(rule, subject);
      const counted = await present(key);
      if (!counted || counted.count <= 0) return;
      const duration = { customDuration: rule.windowSeconds };
      const { consumedPoints } = await windows.reward(key, 1, duration);
      // Someone else was quicker, or the window ended meanwhile: nobody may have more than there is.
      if (consumedPoints < 0) await windows.penalty(key, 1, duration);
    },
  };
}

function keyOf({ name }: RateRule, subject: string): string {
  return `${name}:${subject}`;
}

function verdict({ points }: RateRule, count: number, resetMs: number) {
  return { admitted: count <= points, remaining: Math.max(points - count, 0), resetMs };
}
