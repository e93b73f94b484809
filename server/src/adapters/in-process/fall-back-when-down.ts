import type { Clock } from '../../ports/clock.ts';
import type { RateLimiter, RateRule, RateVerdict } from '../../ports/rate-limiter.ts';

export interface LimiterFailures {
  failed(): void;
  report(error: unknown): void;
}

const reportEveryMs = 60_000;

/** Makes a limiter use another one while it cannot count, so that a failed limiter does not stop the service. */
export function fallBackWhenDown(
  limiter: RateLimiter,
  { fallback, clock, failures }: { fallback: RateLimiter; clock: Clock; failures: LimiterFailures },
): RateLimiter {
  let reportedAt = Number.NEGATIVE_INFINITY;

  async function attempt<Result>(call: (limiter: RateLimiter) => Promise<Result>): Promise<Result> {
    try {
      return await call(limiter);
    } catch (error) {
      failures.failed();
      if (clock.now() - reportedAt >= reportEveryMs) {
        reportedAt = clock.now();
        failures.report(error);
      }
      return call(fallback);
    }
  }

  return {
    take: (rule, subject) => attempt((one) => one.take(rule, subject)),
    peek: (rule, subject) => attempt((one) => one.peek(rule, subject)),
    giveBack: (rule, subject) => attempt((one) => one.giveBack(rule, subject)),
  };
}

const untouched = async ({ points, windowSeconds }: RateRule): Promise<RateVerdict> => {
  return { admitted: true, remaining: points, resetMs: windowSeconds * 1_000 };
};

export const admitAll: RateLimiter = { take: untouched, peek: untouched, giveBack: async () => {} };
