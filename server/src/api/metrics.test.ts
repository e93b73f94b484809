import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const never = () => new Promise<never>(() => {});

it('answers in time while store and queue hang, without what nobody knows', async () => {
  const metrics = createMetrics({
    backlog: never,
    outdated: never,
    queue: { problem: () => 'Redis does not answer', counts: never },
    readLimitMs: 100,
  });
  const startedAt = performance.now();
  const text = await metrics.read();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(text).toContain('mnema_memories{status="pending"} Nan');
  expect(text).toContain('mnema_memories_of_other_embedder Nan');
  expect(text).toContain('mnema_queue_up 0');
  expect(text).toContain('process_cpu_seconds_total');
});
