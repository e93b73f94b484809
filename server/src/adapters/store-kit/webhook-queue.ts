import type { WebhookEvent } from '../../ports/webhooks.ts';

/** The maximum of waiting events of one webhook that a claim considers, the oldest ones. */
export const maxQueueWindow = 500;

interface Waiting {
  id: string;
  memoryId: string | null;
  nextAttemptAt: number;
  /** Larger for later events of the same memory. */
  order: number;
}

/**
 * Chooses the due deliveries of a webhook: for each memory, only the first one that waits.
 * @param waiting oldest first
 * @returns `postponed`: due deliveries that wait for one that is not, with its time, so that they wake nobody before
 */
export function chooseDue<Row extends Waiting>(
  waiting: readonly Row[],
  { now, limit }: { now: number; limit: number },
): { due: Row[]; postponed: { id: string; nextAttemptAt: number }[] } {
  const first = new Map<string, Row>();
  for (const row of waiting) {
    const present = row.memoryId === null ? undefined : first.get(row.memoryId);
    if (row.memoryId !== null && (!present || row.order < present.order)) first.set(row.memoryId, row);
  }
  const firstOf = (row: Row) => (row.memoryId === null ? row : (first.get(row.memoryId) as Row));
  const due = waiting.filter((row) => firstOf(row) === row && row.nextAttemptAt <= now).slice(0, limit);
  const postponed = waiting.flatMap((row) => {
    const { nextAttemptAt } = firstOf(row);
    return row.nextAttemptAt <= now && nextAttemptAt > now ? [{ id: row.id, nextAttemptAt }] : [];
  });
  return { due, postponed };
}

const nearShare = 0.8;

/** The counts after which `quota.near` and `quota.exceeded` are queued. */
export function quotaThresholds(limit: number): { near: number; exceeded: number } {
  return { near: Math.ceil(limit * nearShare), exceeded: limit };
}

/** Returns the events of a count that rises from `before` to `after`. Counts only rise within a month. */
export function quotaEvents({
  metric,
  before,
  after,
  limit,
  month,
}: {
  metric: 'memory_write' | 'memory_search';
  before: number;
  after: number;
  limit: number;
  month: number;
}): WebhookEvent[] {
  const { near, exceeded } = quotaThresholds(limit);
  const passed = (threshold: number) => before < threshold && after >= threshold;
  const event = (type: WebhookEvent['type']): WebhookEvent => ({
    ...{ type, memoryId: null, version: null, order: 0 },
    detail: { metric, used: after, limit, month },
  });
  return [
    ...(passed(near) && near < exceeded ? [event('quota.near')] : []),
    ...(passed(exceeded) ? [event('quota.exceeded')] : []),
  ];
}
