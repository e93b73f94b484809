/** The number of requests that a window admits. The window begins with its first request. */
export interface RateRule {
  /** Identifies the rule: a subject is counted separately for each. */
  name: string;
  /** Requests in one window; at least 1. */
  points: number;
  windowSeconds: number;
}

export interface RateVerdict {
  admitted: boolean;
  remaining: number;
  /** The milliseconds until the window ends and all requests are available again. */
  resetMs: number;
}

/** Counts requests of a subject in windows of time. With counters elsewhere it may fail, and callers fall back. */
export interface RateLimiter {
  /** Counts one request. Rejected requests count too, but never prolong the window. */
  take(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** Returns the result that `take` would return, without counting. */
  peek(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** Uncounts one request of the current window. */
  giveBack(rule: RateRule, subject: string): Promise<void>;
}
