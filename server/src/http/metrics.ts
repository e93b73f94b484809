import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog } from '../ports/memory-store.ts';

export interface Metrics {
  contentType: string;
  /** The metrics in the Prometheus text format. */
  read(): Promise<string>;
  requestEnded(operation: string, status: number, seconds: number): void;
  ingestEnded(result: 'ready' | 'failed' | 'postponed'): void;
}

/** Metrics of one server process, in a registry of its own. */
export function createMetrics(readBacklog: () => Promise<Backlog>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'mnema_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const ingested = new Counter({
    name: 'mnema_ingest_total',
    help: 'Ingest attempts by result.',
    labelNames: ['result'],
    registers,
  });
  const memories = new Gauge({
    name: 'mnema_memories',
    help: 'Memories that are not ready.',
    labelNames: ['status'],
    registers,
  });
  const oldest = new Gauge({
    name: 'mnema_oldest_pending_timestamp_seconds',
    help: 'When the oldest pending memory was written; 0 when none waits.',
    registers,
  });
  return {
    contentType: registry.contentType,
    async read() {
      // With the store away these are unknown (NaN), and the rest is needed more than ever.
      const backlog = await readBacklog().catch(() => null);
      memories.set({ status: 'pending' }, backlog?.pending ?? Number.NaN);
      memories.set({ status: 'failed' }, backlog?.failed ?? Number.NaN);
      oldest.set(backlog ? (backlog.oldestPendingAt ?? 0) / 1_000 : Number.NaN);
      return registry.metrics();
    },
    requestEnded(operation, status, seconds) {
      requests.observe({ operation, status: String(status) }, seconds);
    },
    ingestEnded(result) {
      ingested.inc({ result });
    },
  };
}
