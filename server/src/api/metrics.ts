import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { withTimeout } from '../lib/with-timeout.ts';
import type { IngestQueue } from '../ports/ingest-queue.ts';
import type { Backlog } from '../ports/memory-store.ts';
import type { ProblemCode } from './problem.ts';

export interface Metrics {
  contentType: string;
  /** The metrics in the Prometheus text format. */
  read(): Promise<string>;
  requestEnded(operation: string, status: number, seconds: number): void;
  ingestEnded(result: 'ready' | 'failed' | 'postponed'): void;
  /** A request was rejected. */
  rejected(code: ProblemCode): void;
  /** The limiter could not count; the request was admitted. */
  limiterFailed(): void;
  embeddingEnded(kind: 'query' | 'document', result: 'ok' | 'failed', seconds: number): void;
  /** Of memories that another embedder had embedded. */
  reembeddingEnded(result: 'moved' | 'given_up', memories: number): void;
  rerankingEnded(result: 'ok' | 'failed', seconds: number): void;
  /** One question to the language model. */
  extractionEnded(result: 'ok' | 'failed', seconds: number): void;
  /** No facts could be extracted from a text that was written with `infer`. */
  inferenceFellBack(): void;
  /** @param method - of the store: there are about a dozen */
  storeCallEnded(method: string, result: 'ok' | 'unavailable' | 'failed', seconds: number): void;
}

/** Metrics of one server process, in a registry of its own. */
export function createMetrics({
  backlog: readBacklog,
  outdated: countOutdated,
  queue,
  readLimitMs = 5_000,
}: {
  backlog: () => Promise<Backlog>;
  /** How many memories are of another embedder. */
  outdated: () => Promise<number>;
  queue: Pick<IngestQueue, 'problem' | 'counts'>;
  /** Limits how long each of these may take: Prometheus gives up after ten seconds. */
  readLimitMs?: number;
}): Metrics {
  /** Resolves to undefined when reading fails or takes too long. */
  const known = <Value>(read: () => Promise<Value>): Promise<Value | undefined> =>
    withTimeout(readLimitMs, read).catch(() => undefined);

  const registry = new Registry();
  const registers = [registry];
  // Ten times a second, the default, would wake an idle server for nothing.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: 1_000 });
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
  const rejections = new Counter({
    name: 'mnema_refusals_total',
    help: 'Errors answered, by code.',
    labelNames: ['code'],
    registers,
  });
  const limiterFailures = new Counter({
    name: 'mnema_rate_limiter_failures_total',
    help: 'Requests that were admitted because the rate limiter could not count them.',
    registers,
  });
  const embeddings = new Histogram({
    name: 'mnema_embedder_duration_seconds',
    help: 'Time for one query or one batch of documents, from the call to the vectors.',
    labelNames: ['kind', 'result'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const rerankings = new Histogram({
    name: 'mnema_reranker_duration_seconds',
    help: 'Time for one search, from the call of the reranker to its answer.',
    labelNames: ['result'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const extractions = new Histogram({
    name: 'mnema_extractor_duration_seconds',
    help: 'Time for one question to the language model, from the call to its answer.',
    labelNames: ['result'],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
    registers,
  });
  const fallbacks = new Counter({
    name: 'mnema_infer_fallback_total',
    help: 'Texts written with infer that are stored as they are, because no facts could be extracted.',
    registers,
  });
  const storeCalls = new Histogram({
    name: 'mnema_store_duration_seconds',
    help: 'Time a caller waited for the store: for a read, a scan, or a write until it was on the disk.',
    labelNames: ['method', 'result'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
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
  const outdated = new Gauge({
    name: 'mnema_memories_of_other_embedder',
    help: 'Ready memories that are found by their words only, because another embedder made their vectors.',
    registers,
  });
  const reembedded = new Counter({
    name: 'mnema_reembedded_total',
    help: 'Memories moved to the present embedder, and those that it could not do.',
    labelNames: ['result'],
    registers,
  });
  const queueUp = new Gauge({
    name: 'mnema_queue_up',
    help: '1 while announcements of new memories arrive, 0 while workers have to look for them.',
    registers,
  });
  const announcements = new Gauge({
    name: 'mnema_queue_announcements',
    help: 'Announcements of new memories in Redis, by their state in Bull. Unknown while Redis is away.',
    labelNames: ['state'],
    registers,
  });
  // There from the start, so that rates and alerts have something to go by.
  for (const result of ['moved', 'given_up']) reembedded.inc({ result }, 0);
  for (const result of ['ok', 'failed']) {
    for (const kind of ['query', 'document']) embeddings.zero({ kind, result });
    rerankings.zero({ result });
    extractions.zero({ result });
  }
  return {
    contentType: registry.contentType,
    async read() {
      queueUp.set(queue.problem() === null ? 1 : 0);
      // What is away, or hangs, is unknown (NaN), and the rest is needed more than ever: in time for who reads it.
      const [counts, backlog, ofOthers] = await Promise.all([
        known(() => queue.counts()),
        known(readBacklog),
        known(countOutdated),
      ]);
      announcements.reset();
      for (const [state, count] of Object.entries(counts ?? {})) announcements.set({ state }, count);
      memories.set({ status: 'pending' }, backlog?.pending ?? Number.NaN);
      memories.set({ status: 'failed' }, backlog?.failed ?? Number.NaN);
      outdated.set(ofOthers ?? Number.NaN);
      oldest.set(backlog ? (backlog.oldestPendingAt ?? 0) / 1_000 : Number.NaN);
      return registry.metrics();
    },
    requestEnded(operation, status, seconds) {
      requests.observe({ operation, status: String(status) }, seconds);
    },
    ingestEnded(result) {
      ingested.inc({ result });
    },
    rejected(code) {
      rejections.inc({ code });
    },
    limiterFailed() {
      limiterFailures.inc();
    },
    embeddingEnded(kind, result, seconds) {
      embeddings.observe({ kind, result }, seconds);
    },
    reembeddingEnded(result, count) {
      reembedded.inc({ result }, count);
    },
    rerankingEnded(result, seconds) {
      rerankings.observe({ result }, seconds);
    },
    extractionEnded(result, seconds) {
      extractions.observe({ result }, seconds);
    },
    inferenceFellBack() {
      fallbacks.inc();
    },
    storeCallEnded(method, result, seconds) {
      storeCalls.observe({ method, result }, seconds);
    },
  };
}
