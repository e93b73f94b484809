import { poll } from '../../lib/coalesce.ts';
import { type DeliveryContext, deliver } from './deliver.ts';

/** Longer than one round of deliveries can take. */
const leaseMs = 60_000;
/** The maximum of webhooks that are served at the same time. Each has at most this many deliveries in progress. */
const maxWebhooks = 64;
const maxDeliveries = 16;

export interface Deliveries {
  /** Delivers everything that is due. */
  deliverDue(): Promise<void>;
  /** Ends all deliveries, which continue after the next start. */
  stop(): Promise<void>;
}

/** Delivers the events of webhooks. A receiver that hangs does not delay other webhooks. */
export function startDeliveries(context: DeliveryContext & { everyMs?: number }): Deliveries {
  const { store, clock, sender, events, everyMs = 1_000 } = context;
  const active = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function begin(): Promise<void> {
    const webhooks = maxWebhooks - active.size;
    if (webhooks === 0 || stopping.signal.aborted) return;
    try {
      const claims = await store.claim({ now: clock.now(), leaseMs, webhooks, deliveries: maxDeliveries });
      for (const claim of claims) {
        const round = deliver(context, claim, stopping.signal).catch(events.stumbled);
        active.add(round);
        // More may be due by now.
        void round.then(() => active.delete(round)).then(run);
      }
    } catch (error) {
      events.stumbled(error);
    }
  }

  const { run, stop } = poll(begin, everyMs);
  return {
    async deliverDue() {
      for (await run(); active.size > 0; await run()) await Promise.all(active);
    },
    async stop() {
      stopping.abort();
      await stop();
      sender.close();
      await Promise.all(active);
    },
  };
}
