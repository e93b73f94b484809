import { wrapMethods } from '../../lib/wrap-methods.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

const reportEveryMs = 60_000;

/** Makes a limiter use another one while it cannot count, so that a failed limiter does not stop the service. */
export function fallBackWhenDown(
  limiter: RateLimiter,
  options: { fallback: RateLimiter; clock: Clock; failures: { failed(): void; report(error: unknown): void } },
): RateLimiter {
  const { fallback, clock, failures } = options;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return wrapMethods(limiter, async (call, method, args) => {
    try {
      return await call();
    } catch (error) {
      failures.failed();
      if (clock.now() - reportedAt >= reportEveryMs) {
        reportedAt = clock.now();
        failures.report(error);
      }
      return (fallback[method] as (...args: never[]) => unknown)(...args);
    }
  });
}

const untouched: RateLimiter['take'] = async ({ points, windowSeconds }) => {
  return { admitted: true, remaining: points, resetMs: windowSeconds * 1_000 };
};

export const admitAll: RateLimiter = { take: untouched, peek: untouched, giveBack: async () => {} };
