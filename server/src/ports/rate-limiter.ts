/** The number of requests that a window admits. The window begins with its first request. */
export interface RateRule {
  /** Identifies the rule: a subject is counted separately for each. */
  name: string;
  /** Requests in one window; at least 1. */
  points: number;
  /** Seconds. */
  windowSeconds: number;
}

export interface RateVerdict {
  admitted: boolean;
  /** The requests left in the window. */
  remaining: number;
  /** The milliseconds until the window ends and all requests are available again. */
  resetMs: number;
}

/**
 * Counts requests of a subject (an account, an address) in windows of time. Every method may fail when the counters are
 * outside this process; callers then fall back, because a limit that is down must not take the service down.
 */
export interface RateLimiter {
  /** Counts one request; rejected ones count too, but never prolong the window. */
  take(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** The verdict that `take` would give, without counting. */
  peek(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** Uncounts one request of the present window. */
  giveBack(rule: RateRule, subject: string): Promise<void>;
}
