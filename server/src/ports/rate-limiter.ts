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
  remaining: number;
  /** The milliseconds until the window ends and all requests are available again. */
  resetMs: number;
}

/**
 * Counts requests of a subject (an account, an address) in windows of time. Every method may fail if the counters are
 * outside of this process. Callers then fall back, so that a failed limiter does not stop the service.
 */
export interface RateLimiter {
  /** Counts one request. Rejected requests count too, but never prolong the window. */
  take(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** Returns the result that `take` would return, without counting. */
  peek(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** Uncounts one request of the current window. */
  giveBack(rule: RateRule, subject: string): Promise<void>;
}
