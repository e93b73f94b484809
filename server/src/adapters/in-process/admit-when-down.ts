import type { Clock } from '../../ports/clock.ts';
import type { RateLimiter, RateRule, RateVerdict } from '../../ports/rate-limiter.ts';

export interface LimiterFailures {
  /** Called for each failure. */
  failed(): void;
  /** Called at most once a minute, for the log. */
  report(error: unknown): void;
}

const reportEveryMs = 60_000;

/** Makes a limiter admit every request while it can't count: a limit that is down must not take the service down. */
export function admitWhenDown(
  limiter: RateLimiter,
  { clock, failures }: { clock: Clock; failures: LimiterFailures },
): RateLimiter {
  let reportedAt = Number.NEGATIVE_INFINITY;

  async function attempt<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      failures.failed();
      if (clock.now() - reportedAt >= reportEveryMs) {
        reportedAt = clock.now();
        failures.report(error);
      }
      return otherwise;
    }
  }

  return {
    take: (rule, subject) => attempt(() => limiter.take(rule, subject), untouched(rule)),
    peek: (rule, subject) => attempt(() => limiter.peek(rule, subject), untouched(rule)),
    giveBack: (rule, subject) => attempt(() => limiter.giveBack(rule, subject), undefined),
  };
}

function untouched({ points, windowSeconds }: RateRule): RateVerdict {
  return { admitted: true, remaining: points, resetMs: windowSeconds * 1_000 };
}
