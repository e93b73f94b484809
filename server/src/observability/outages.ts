import type { Clock } from '../ports/clock.ts';

export type Provider = 'embedder' | 'language model' | 'reranker';

/** Keeps the providers whose last calls failed. */
export interface Outages {
  /** @param message for people, including customers */
  failed(provider: Provider, message: string): void;
  responded(provider: Provider): void;
  /** Describes the present outages. */
  reasons(): string[];
}

/** A response may come from a cache, so one right after a failure does not end the outage. */
const minShownMs = 5_000;
/** A provider that is in use is called more often than this, so an older outage is forgotten. */
const forgottenAfterMs = 15 * 60_000;

export function createOutages(clock: Clock): Outages {
  const outages = new Map<Provider, { message: string; at: number; responded: boolean }>();
  return {
    failed(provider, message) {
      outages.set(provider, { message, at: clock.now(), responded: false });
    },
    responded(provider) {
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
