import { randomUUID } from 'node:crypto';
import { poll } from '../../lib/coalesce.ts';
import type { Clock } from '../../ports/clock.ts';
import { deliveries } from '../events/kinds.ts';
import type { WebhookClaim } from './commands.ts';
import { type DeliveryContext, deliver } from './deliver.ts';
import type { WebhookRecords } from './webhooks.ts';

/** Longer than one round of deliveries can take. */
const leaseMs = 60_000;
/** The maximum of webhooks that are served at the same time. Each has at most this many deliveries in progress. */
const maxWebhooks = 64;
const maxDeliveries = 16;
const keptMs = 7 * 24 * 60 * 60_000;
const maxPurged = 5_000;

/** Delivers the events of webhooks. A receiver that hangs does not delay other webhooks. */
export function startDeliveries(context: DeliveryContext & { everyMs?: number }) {
  const { records, clock, sender, events, everyMs = 1_000 } = context;
  const claim = createClaims(records, clock);
  const active = new Set<Promise<void>>();
  let rounds = 0;
  const stopping = new AbortController();

  async function begin(): Promise<void> {
    const limit = maxWebhooks - active.size;
    if (limit === 0 || stopping.signal.aborted) return;
    try {
      for (const claimed of await claim(limit)) {
        const round = deliver(context, claimed, stopping.signal).catch(events.stumbled);
        active.add(round);
        rounds++;
        // More may be due by now.
        void round.then(() => active.delete(round)).then(run);
      }
    } catch (error) {
      events.stumbled(error);
    }
  }

  const { run, stop } = poll(begin, everyMs);
  return {
    /** Ends after a run without any round. One that ended during a run may have left more that is due. */
    async deliverDue() {
      for (let before: number | undefined; before !== rounds; await run()) {
        before = rounds;
        await Promise.all(active);
      }
    },
    async stop() {
      stopping.abort();
      await stop();
      sender.close();
      await Promise.all(active);
    },
  };
}

/** Most servers have no webhooks. They run no query, which starts a thread of SQLite. */
async function isIdle(records: WebhookRecords): Promise<boolean> {
  return (await records.count(deliveries, 'due', { of: [], max: 1 })) === 0;
}

/** Leases webhooks with due deliveries, the least recently served first, and none of a suspended account. */
export function createClaims(records: WebhookRecords, clock: Clock, maxEach = maxDeliveries) {
  let after = '';
  return async (limit: number): Promise<WebhookClaim[]> => {
    if (await isIdle(records)) return [];
    const now = clock.now();
    const { due, last } = await records.query('', 'dueWebhooks', { now, limit, after });
    after = last;
    const claims = await Promise.all(
      due.map((one) => {
        const lease = { lease: randomUUID(), now, until: now + leaseMs, limit: maxEach };
        return records.run(one.accountId, 'leaseWebhook', { ...one, ...lease });
      }),
    );
    return claims.filter((claim) => claim !== undefined);
  };
}

/** Deletes old deliveries that are completed or of no enabled webhook, up to a limit. Resolves to their number. */
export async function purgeDeliveries({ records, clock }: { records: WebhookRecords; clock: Clock }): Promise<number> {
  const before = clock.now() - keptMs;
  const unserved = (await isIdle(records)) ? [] : await records.query('', 'unservedQueues', { before });
  let deleted = 0;
  for (const webhookId of [null, ...unserved]) {
    for (let slice = 1; slice > 0 && deleted < maxPurged; deleted += slice) {
      slice = await records.run('', 'deleteOldDeliveries', { webhookId, before });
    }
  }
  return deleted;
}
