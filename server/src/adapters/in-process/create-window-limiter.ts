import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

/**
 * Creates a limiter over windows that the library stores, in this process or elsewhere.
 * @param options.onTake - called with the key of each window before it counts a request
 */
export function createWindowLimiter(
  windows: RateLimiterAbstract,
  { onTake = () => {} }: { onTake?: (rule: RateRule, key: string) => void } = {},
): RateLimiter {
  /** Returns the requests counted in the current window; undefined if there is none. */
  async function present(key: string): Promise<{ count: number; resetMs: number } | undefined> {
    const window = await windows.get(key);
    return window && window.msBeforeNext > 0
      ? { count: window.consumedPoints, resetMs: window.msBeforeNext }
      : undefined;
  }

  return {
    async take(rule, subject) {
      const key = keyOf(rule, subject);
      onTake(rule, key);
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
      // Another call was faster, or the window has ended: a window never admits more than its points.
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
