import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Config } from '../config/config.ts';
import type { DisabledReason } from '../domain/events/kinds.ts';
import type { MemoryStore } from '../domain/memories/memory-store.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { IngestQueue } from '../ports/ingest-queue.ts';
import type { SecurityAction, SecurityOutcome } from '../ports/security-events.ts';
import type { ProblemCode } from './problem.ts';

type Result = 'ok' | 'failed';

interface MetricsSources {
  backlog: MemoryStore['backlog'];
  staleEmbeddings: () => Promise<number>;
  /** Reads the time from which on compacting the store would erase texts, in milliseconds since the epoch. */
  compactionDueSince: () => Promise<number | null>;
  queue: Pick<IngestQueue, 'problem' | 'counts'>;
  /** The time limit of each source. Prometheus gives up after ten seconds. @default 5,000 */
  readLimitMs?: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(sources: MetricsSources) {
  const registry = new Registry();
  // The default of ten times a second would wake an idle server without need.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: 1_000 });
  const { requests, embeddings, rerankings, extractions, storeCalls, pauses } = createDurations(registry);
  const { webhooks, disabled, ingested, rejections, limiterFailures, fallbacks, reembedded, securityEvents } =
    createCounters(registry);
  const readGauges = createGauges(registry, sources);
  // These exist from the start, so that rates and alerts have values.
  for (const outcome of ['ok', 'failed', 'locked']) securityEvents.inc({ action: 'log_in', outcome }, 0);
  securityEvents.inc({ action: 'authentication', outcome: 'failed' }, 0);
  for (const result of ['delivered', 'postponed', 'failed']) webhooks.inc({ result }, 0);
  for (const reason of ['deliveries_failed', 'gone']) disabled.inc({ reason }, 0);
  for (const result of ['moved', 'given_up']) reembedded.inc({ result }, 0);
  for (const result of ['ok', 'failed']) {
    for (const kind of ['query', 'document']) embeddings.zero({ kind, result });
    rerankings.zero({ result });
    extractions.zero({ result });
  }
  return {
    contentType: registry.contentType,
    async read(): Promise<string> {
      await readGauges();
      return registry.metrics();
    },
    requestEnded: (operation: string, status: number, seconds: number) =>
      requests.observe({ operation, status: String(status) }, seconds),
    ingestEnded: (result: 'ready' | 'failed' | 'postponed') => ingested.inc({ result }),
    rejected: (code: ProblemCode) => rejections.inc({ code }),
    limiterFailed: () => limiterFailures.inc(),
    embeddingEnded: (kind: 'query' | 'document', result: Result, seconds: number) =>
      embeddings.observe({ kind, result }, seconds),
    reembeddingEnded: (result: 'moved' | 'given_up', memories: number) => reembedded.inc({ result }, memories),
    rerankingEnded: (result: Result, seconds: number) => rerankings.observe({ result }, seconds),
    extractionEnded: (result: Result, seconds: number) => extractions.observe({ result }, seconds),
    webhookAttempted: (result: 'delivered' | 'postponed' | 'failed') => webhooks.inc({ result }),
    webhookDisabled: (reason: DisabledReason) => disabled.inc({ reason }),
    eventLoopPaused: (seconds: number) => pauses.observe(seconds),
    securityEvent: (action: SecurityAction, outcome: SecurityOutcome) => securityEvents.inc({ action, outcome }),
    inferenceFellBack: () => fallbacks.inc(),
    storeCallEnded: (method: string, result: Result | 'unavailable', seconds: number) =>
      storeCalls.observe({ method, result }, seconds),
  };
}

const helpOf = {
  mnema_http_request_duration_seconds: 'Time from the request to the end of its response.',
  mnema_embedder_duration_seconds: 'Time for one query or one batch of documents, from the call to the vectors.',
  mnema_reranker_duration_seconds: 'Time for one search, from the call of the reranker to its response.',
  mnema_extractor_duration_seconds: 'Time for one call of the language model, until its response.',
  mnema_store_duration_seconds:
    'Time a caller waited for the store: for a read, a scan, or a write until it was on the disk.',
  mnema_event_loop_pause_seconds: 'Pauses of the event loop of 20 ms and more, in which no request is served.',
  mnema_ingest_total: 'Ingest attempts by result.',
  mnema_refusals_total: 'Error responses by code.',
  mnema_rate_limiter_failures_total:
    'Calls that the shared rate limiter could not serve: plans are not limited, log-ins by each process.',
  mnema_infer_fallback_total:
    'Texts written with infer that are stored unchanged, because no facts could be extracted.',
  mnema_reembedded_total: 'Memories that were re-embedded (moved), and those that the embedder rejected (given_up).',
  mnema_webhook_attempts_total:
    'Attempts to deliver events to webhooks: delivered, postponed until a retry, or given up.',
  mnema_webhooks_disabled_total:
    'Webhooks that were disabled because their receivers failed for 24 hours, or responded with 410.',
  mnema_security_events_total:
    'Log-ins, registrations, changed passwords, keys created and revoked, and credentials that were not valid.',
  mnema_memories: 'Memories that are not ready.',
  mnema_oldest_pending_timestamp_seconds: 'When the oldest pending memory was written; 0 when none waits.',
  mnema_memories_of_other_embedder:
    'Ready memories that only keyword search finds, because another embedder computed their vectors.',
  mnema_compaction_due_timestamp_seconds:
    'When a text was first deleted since the store was compacted; 0 when none was.',
  mnema_queue_up: '1 while announcements of new memories arrive, 0 while workers have to look for them.',
  mnema_queue_announcements:
    'Announcements of new memories in Redis, by their state in Bull. Unknown while Redis is unavailable.',
};
type MetricName = keyof typeof helpOf;

/** The usual bounds of buckets, in seconds. */
const steps = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const stepsWithin = (min: number, max: number) => steps.filter((step) => step >= min && step <= max);
const storeSteps = [0.0001, 0.00025, 0.0005, ...stepsWithin(0.001, 0.25), 1, 5];

function createDurations(registry: Registry) {
  const durations = <Label extends string>(name: MetricName, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name, help: helpOf[name], labelNames, buckets, registers: [registry] });
  return {
    requests: durations('mnema_http_request_duration_seconds', ['operation', 'status'], stepsWithin(0.001, 10)),
    embeddings: durations('mnema_embedder_duration_seconds', ['kind', 'result'], stepsWithin(0.0025, 30)),
    rerankings: durations('mnema_reranker_duration_seconds', ['result'], stepsWithin(0.025, 2.5)),
    extractions: durations('mnema_extractor_duration_seconds', ['result'], [...stepsWithin(0.25, 10), 20, 30, 60, 120]),
    storeCalls: durations('mnema_store_duration_seconds', ['method', 'result'], storeSteps),
    pauses: durations('mnema_event_loop_pause_seconds', [], stepsWithin(0.05, 30)),
  };
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: MetricName, ...labelNames: Label[]) =>
    new Counter({ name, help: helpOf[name], labelNames, registers: [registry] });
  return {
    ingested: counter('mnema_ingest_total', 'result'),
    rejections: counter('mnema_refusals_total', 'code'),
    limiterFailures: counter('mnema_rate_limiter_failures_total'),
    fallbacks: counter('mnema_infer_fallback_total'),
    reembedded: counter('mnema_reembedded_total', 'result'),
    webhooks: counter('mnema_webhook_attempts_total', 'result'),
    disabled: counter('mnema_webhooks_disabled_total', 'reason'),
    securityEvents: counter('mnema_security_events_total', 'action', 'outcome'),
  };
}

function createGauges(
  registry: Registry,
  { backlog: readBacklog, staleEmbeddings: countStale, compactionDueSince, queue, readLimitMs = 5_000 }: MetricsSources,
) {
  const gauge = <Label extends string>(name: MetricName, ...labelNames: Label[]) =>
    new Gauge({ name, help: helpOf[name], labelNames, registers: [registry] });
  const memories = gauge('mnema_memories', 'status');
  const oldest = gauge('mnema_oldest_pending_timestamp_seconds');
  const staleEmbeddings = gauge('mnema_memories_of_other_embedder');
  const compactionDue = gauge('mnema_compaction_due_timestamp_seconds');
  const queueUp = gauge('mnema_queue_up');
  const announcements = gauge('mnema_queue_announcements', 'state');
  const known = <Value>(read: () => Promise<Value>): Promise<Value | undefined> =>
    withTimeout(readLimitMs, read).catch(() => undefined);

  return async () => {
    queueUp.set(queue.problem() === null ? 1 : 0);
    // A source that fails or hangs reports NaN, because the other metrics are needed even more then.
    const [counts, backlog, stale, due] = await Promise.all([
      known(() => queue.counts()),
      known(readBacklog),
      known(countStale),
      known(compactionDueSince),
    ]);
    announcements.reset();
    for (const [state, count] of Object.entries(counts ?? {})) announcements.set({ state }, count);
    memories.set({ status: 'pending' }, backlog?.pending ?? Number.NaN);
    memories.set({ status: 'failed' }, backlog?.failed ?? Number.NaN);
    staleEmbeddings.set(stale ?? Number.NaN);
    compactionDue.set(due === undefined ? Number.NaN : (due ?? 0) / 1_000);
    oldest.set(backlog ? (backlog.oldestPendingAt ?? 0) / 1_000 : Number.NaN);
  };
}

export const metricsOff =
  'GET /metrics returns 404, because other machines may reach the server and MNEMA_METRICS_TOKEN is not set';

export type MetricsSettings = Pick<Config, 'metricsToken' | 'isReachable'>;

/** Without a token, the metrics are open only while no other machine can reach the server. */
export function metricsAccess({ metricsToken, isReachable }: MetricsSettings): 'open' | 'token' | 'off' {
  if (metricsToken) return 'token';
  return isReachable ? 'off' : 'open';
}
