import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const never = () => new Promise<never>(() => {});

it('reads the metrics in time while store and queue hang, with NaN for what they would have returned', async () => {
  const metrics = createMetrics({
    backlog: never,
    staleEmbeddings: never,
    compactionDueSince: never,
    queue: { problem: () => 'Redis does not respond', counts: never },
    readLimitMs: 100,
  });
  const startedAt = performance.now();
  const text = await metrics.read();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(text).toContain('mnema_memories{status="pending"} Nan');
  expect(text).toContain('mnema_memories_of_other_embedder Nan');
  expect(text).toContain('mnema_compaction_due_timestamp_seconds Nan');
  expect(text).toContain('mnema_queue_up 0');
  expect(text).toContain('process_cpu_seconds_total');
});

it.each([null, 1_795_711_954_000])('shows since when compaction is due: %s', async (due) => {
  const metrics = createMetrics({
    backlog: async () => ({ pending: 0, failed: 0, oldestPendingAt: null }),
    staleEmbeddings: async () => 0,
    compactionDueSince: async () => due,
    queue: { problem: () => null, counts: async () => ({}) },
  });
  expect(await metrics.read()).toContain(`\nmnema_compaction_due_timestamp_seconds ${(due ?? 0) / 1_000}\n`);
});
