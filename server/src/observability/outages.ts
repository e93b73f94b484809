import type { Clock } from '../ports/clock.ts';

export type Provider = 'embedder' | 'language model' | 'reranker';

/** Which providers do not answer, as far as those have met it who ask them. */
export interface Outages {
  /** @param message for people, customers among them */
  failed(provider: Provider, message: string): void;
  responded(provider: Provider): void;
  /** Empty when all that were asked answer. */
  reasons(): string[];
}

/** An answer may come from memory, as that to a query asked before does: right after a failure it does not end the outage. */
const minShownMs = 5_000;
/** Whoever waits for a provider asks it more often than this; an outage nobody has met since is of no interest any more. */
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
