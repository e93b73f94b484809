import type { Clock } from '../../ports/clock.ts';
import type { WebhookStore } from '../../ports/webhooks.ts';

const keptMs = 7 * 24 * 60 * 60_000;

/** Deletes deliveries beyond their retention time, a limited number at a time. */
export function purgeDeliveries({ store, clock }: { store: WebhookStore; clock: Clock }): Promise<number> {
  return store.purge(clock.now() - keptMs);
}
