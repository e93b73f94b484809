import type { Clock } from '../ports/clock.ts';

export type Provider = 'embedder' | 'language model' | 'reranker';

export type Outages = ReturnType<typeof createOutages>;

/** A response may come from a cache, so one right after a failure does not end the outage. */
const minShownMs = 5_000;
/** A provider in use is called more often than this, so an older outage is dropped. */
const forgottenAfterMs = 15 * 60_000;

export function createOutages(clock: Clock) {
  const outages = new Map<Provider, { message: string; at: number; responded: boolean }>();
  return {
    /** @param message for people, including customers */
    failed(provider: Provider, message: string) {
      outages.set(provider, { message, at: clock.now(), responded: false });
    },
    responded(provider: Provider) {
      const outage = outages.get(provider);
      if (outage) outage.responded = true;
    },
    reasons() {
      const now = clock.now();
      for (const [provider, { at, responded }] of outages) {
        if (now - at >= (responded ? minShownMs : forgottenAfterMs)) outages.delete(provider);
      }
      return [...outages].map(([provider, { message }]) => `the ${provider} is not available: ${message}`);
    },
  };
}
