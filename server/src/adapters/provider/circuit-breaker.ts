import { backoffMs } from '../../lib/backoff.ts';
import type { ProviderError } from './provider-error.ts';

/** The number of consecutive outages that opens the circuit. */
const maxOutages = 5;
const outageOpen = { firstMs: 2_000, maxMs: 60_000 };
/** The pause between calls with a wrong key or model. Each of them finds out whether it was corrected. */
const settingOpenMs = 10_000;
/** The pause of other calls while one call tries whether the provider is back. */
const trialPollMs = 100;

/** Keeps calls away from a provider that is down or sent a Retry-After. */
export interface CircuitBreaker {
  /** `waitMs` is 0 when the call may begin; otherwise it is the time until the next try after the error `reason`. */
  admit(): { waitMs: 0 } | { waitMs: number; reason: ProviderError };
  succeeded(): void;
  failed(error: ProviderError): void;
}

/**
 * A circuit breaker that also obeys Retry-After. When its time is over it is half-open: one call goes through as a
 * trial and decides for the others.
 */
export function createCircuitBreaker(monotonicMs: () => number): CircuitBreaker {
  let outages = 0;
  let openings = 0;
  let open: { until: number; reason: ProviderError; onTrial: boolean } | undefined;

  function openFor(durationMs: number, reason: ProviderError): void {
    const until = monotonicMs() + durationMs;
    open = { until: Math.max(until, open?.onTrial === false ? open.until : 0), reason, onTrial: false };
  }

  return {
    admit() {
      if (!open) return { waitMs: 0 };
      const leftMs = open.until - monotonicMs();
      if (leftMs > 0) return { waitMs: leftMs, reason: open.reason };
      if (open.onTrial) return { waitMs: trialPollMs, reason: open.reason };
      open.onTrial = true;
      return { waitMs: 0 };
    },
    succeeded() {
      outages = 0;
      openings = 0;
      open = undefined;
    },
    failed(error) {
      if (error.fault === 'text') {
        // The provider responds, whatever is wrong with this text.
        this.succeeded();
        return;
      }
      if (error.fault === 'setting') {
        openFor(settingOpenMs, error);
        return;
      }
      outages++;
      if (error.retryAfterMs !== undefined) openFor(error.retryAfterMs, error);
      else if (open?.onTrial || outages >= maxOutages) {
        openFor(backoffMs(openings, outageOpen), error);
        openings++;
      }
    },
  };
}
