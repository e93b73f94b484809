import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

/** @param onTake called with the key of each window before it counts a request */
export function createWindowLimiter(
  windows: RateLimiterAbstract,
  onTake: (rule: RateRule, key: string) => void = () => {},
): RateLimiter {
  async function readWindow(key: string) {
    const window = await windows.get(key);
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
      const window = await readWindow(keyOf(rule, subject));
      return toVerdict(rule, (window?.consumedPoints ?? 0) + 1, window?.msBeforeNext ?? rule.windowSeconds * 1_000);
    },
    async giveBack(rule, subject) {
      const key = keyOf(rule, subject);
      const window = await readWindow(key);
      if (!window || window.consumedPoints <= 0) return;
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

/** @param count the requests of the window, including this one */
function toVerdict({ points }: RateRule, count: number, resetMs: number) {
  return { admitted: count <= points, remaining: Math.max(points - count, 0), resetMs };
}
