import type { WebhookEvent } from './kinds.ts';

const nearShare = 0.8;

/** The counts after which `quota.near` and `quota.exceeded` are queued. */
function quotaThresholds(limit: number): { near: number; exceeded: number } {
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
