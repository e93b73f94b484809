import type { Transaction } from '../../ports/record-store.ts';
import { deliveries, type WebhookDelivery } from '../events/kinds.ts';

/** The maximum of waiting events of one webhook that a claim considers, the oldest ones. */
const maxWindow = 500;
/** The number of them that is read first, because it usually suffices. */
const usualWindow = 100;

type Waiting = WebhookDelivery & { nextAttemptAt: number };

/** Chooses the due deliveries of a webhook. @returns `isLong`: more may wait than were considered */
export async function readQueue(tx: Transaction, webhookId: string, options: { now: number; limit: number }) {
  const read = async (window: number) => {
    const waiting = await tx.scan(deliveries, 'queue', { of: [webhookId], limit: window });
    const chosen = chooseDue(waiting as Waiting[], options);
    return { ...chosen, isLong: waiting.length === window };
  };
  const first = await read(usualWindow);
  return first.isLong && first.due.length < options.limit ? read(maxWindow) : first;
}

/**
 * Chooses the due deliveries of a webhook: for each memory, only the first one that waits.
 * @param waiting oldest first
 * @returns `postponed`: due deliveries that wait for one that is not, with its time, so that they wake nobody before
 */
function chooseDue(waiting: readonly Waiting[], { now, limit }: { now: number; limit: number }) {
  const first = new Map<string, Waiting>();
  for (const row of waiting) {
    const present = row.memoryId === null ? undefined : first.get(row.memoryId);
    if (row.memoryId !== null && (!present || row.order < present.order)) first.set(row.memoryId, row);
  }
  const firstOf = (row: Waiting) => (row.memoryId === null ? row : (first.get(row.memoryId) as Waiting));
  const due = waiting.filter((row) => firstOf(row) === row && row.nextAttemptAt <= now).slice(0, limit);
  const postponed = waiting.flatMap((row) => {
    const { nextAttemptAt } = firstOf(row);
    return row.nextAttemptAt <= now && nextAttemptAt > now ? [{ id: row.id, nextAttemptAt }] : [];
  });
  return { due, postponed };
}
