import type { ProviderError } from './provider-error.ts';

/** Outages in a row until the gate shuts. */
const outagesMost = 5;
const firstShutMs = 2_000;
const longestShutMs = 60_000;
/** A wrong key or model is wrong for every call; it is looked at now and then whether somebody put it right. */
const settingShutMs = 10_000;
/** How soon those look again who came while one call tries whether the provider is back. */
const trialPollMs = 100;

/** Keeps calls away from a provider that is down or asked to be left alone. */
export interface Gate {
  /** 0: go ahead. Otherwise how long to wait before asking again, and what shut the gate. */
  enter(): { waitMs: 0 } | { waitMs: number; reason: ProviderError };
  succeeded(): void;
  failed(error: ProviderError): void;
}

/**
 * A circuit breaker that also obeys Retry-After. When the time is over, one call goes through as a trial and decides for
 * the others.
 */
export function createGate(monotonicMs: () => number): Gate {
  let outages = 0;
  let shuts = 0;
  let shut: { until: number; reason: ProviderError; onTrial: boolean } | undefined;

  function shutFor(durationMs: number, reason: ProviderError): void {
    const until = monotonicMs() + durationMs;
    shut = { until: Math.max(until, shut?.onTrial === false ? shut.until : 0), reason, onTrial: false };
  }

  return {
    enter() {
      if (!shut) return { waitMs: 0 };
      const leftMs = shut.until - monotonicMs();
      if (leftMs > 0) return { waitMs: leftMs, reason: shut.reason };
      if (shut.onTrial) return { waitMs: trialPollMs, reason: shut.reason };
      shut.onTrial = true;
      return { waitMs: 0 };
    },
    succeeded() {
      outages = 0;
      shuts = 0;
      shut = undefined;
    },
    failed(error) {
      if (error.fault === 'text') {
        // It answers: whatever is wrong with this text, the provider is there.
        this.succeeded();
        return;
      }
      if (error.fault === 'setting') {
        shutFor(settingShutMs, error);
        return;
      }
      outages++;
      if (error.retryAfterMs !== undefined) shutFor(error.retryAfterMs, error);
      else if (shut?.onTrial || outages >= outagesMost) {
        shutFor(Math.min(longestShutMs, firstShutMs * 2 ** Math.min(shuts, 20)), error);
        shuts++;
      }
    },
  };
}
