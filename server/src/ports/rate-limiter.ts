/** How many requests a window admits. The window begins with its first request. */
export interface RateRule {
  /** Tells the rules apart: the same subject is counted once for each. */
  name: string;
  /** Requests in one window; at least 1. */
  points: number;
  /** Seconds. */
  windowSeconds: number;
}

export interface RateVerdict {
  admitted: boolean;
  /** Requests left in the window. */
  remaining: number;
  /** Milliseconds until the window ends and all are there again. */
  resetMs: number;
}

/**
 * Counts requests of a subject (an account, an address) in windows of time. Every method may fail when the counters are
 * kept elsewhere; callers then admit the request, because a limit that is down must not take the service down.
 */
export interface RateLimiter {
  /** Counts one request; rejected ones count too, but never prolong the window. */
  take(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** What `take` would say, without counting. */
  peek(rule: RateRule, subject: string): Promise<RateVerdict>;
  /** Takes back one request that was counted in the present window and turned out not to matter. */
  giveBack(rule: RateRule, subject: string): Promise<void>;
}
