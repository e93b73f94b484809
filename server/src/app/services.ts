import type { Logger } from 'pino';
import { admitWhenDown } from '../adapters/in-process/admit-when-down.ts';
import { createIdentifiers } from '../adapters/system/create-identifiers.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { isLoopbackName } from '../api/host-check.ts';
import { createMetrics } from '../api/metrics.ts';
import { createOpenRequests } from '../api/open-requests.ts';
import type { HttpServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import { type AccountService, createAccountService } from '../domain/accounts/account-service.ts';
import type { AttemptRules } from '../domain/accounts/attempt-throttle.ts';
import { startInference } from '../domain/ingest/extraction/start-inference.ts';
import { startIngest } from '../domain/ingest/ingest.ts';
import { createPlainTextProbe } from '../domain/ingest/plain-text-problem.ts';
import { startReembedding } from '../domain/ingest/reembed.ts';
import { createSettlements } from '../domain/ingest/settlements.ts';
import { purgeRequests } from '../domain/usage/purge-requests.ts';
import { createRequestRecorder } from '../domain/usage/request-recorder.ts';
import { createLog } from '../observability/create-log.ts';
import { createIngestHealth } from '../observability/ingest-health.ts';
import { measureEmbedder } from '../observability/measured/measure-embedder.ts';
import { measureExtractor } from '../observability/measured/measure-extractor.ts';
import { measureReranker } from '../observability/measured/measure-reranker.ts';
import { measureStore } from '../observability/measured/measure-store.ts';
import { createOutages } from '../observability/outages.ts';
import type { AccountStore } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import { type Embedder, EmbedderError } from '../ports/embedder.ts';
import { ExtractorError } from '../ports/extractor.ts';
import { noTracer } from '../ports/no-tracer.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { RerankerError } from '../ports/reranker.ts';
import { createEmbedder } from './services/create-embedder.ts';
import { createExtractor } from './services/create-extractor.ts';
import { createReranker } from './services/create-reranker.ts';
import { openShared } from './services/open-shared.ts';
import { openStore } from './services/open-store.ts';
import { openTracing } from './services/open-tracing.ts';

export type { ModelFacts } from '../adapters/local-model/inspect-model.ts';
export type { DataDirectoryFacts } from '../adapters/sqlite/connection/inspect-store.ts';
export { inspectModel } from './services/create-embedder.ts';
export {
  inspectMongodb,
  inspectRedis,
  type MongodbFacts,
  type ProviderFacts,
  type RedisFacts,
  tryCollector,
  tryEmbedder,
  tryExtractor,
  tryReranker,
} from './services/inspect.ts';
export { isSamePlace, openCopySource, openCopyTarget, type StorePlace } from './services/open-copy.ts';
export { type OpenReembedding, openReembedding } from './services/open-reembedding.ts';
export { inspectDataDirectory, migrateStore, type OpenAccountStore, openAccountStore } from './services/open-store.ts';

export interface Services {
  http: HttpServices;
  accounts: AccountService;
  /** For the operator: plans and limits. */
  accountStore: AccountStore;
  log: Logger;
  /** Forgets what has expired; also done from time to time. */
  housekeep(): Promise<void>;
  /** From here on requests that wait are let go, and nobody starts to wait. */
  beginStop(): void;
  /** Ends ingest, writes what is still to be written and closes the store. Call when no request is open any more. */
  close(): Promise<void>;
}

export interface ServiceOverrides {
  /** Instead of the machine's: tests let it jump. */
  clock?: Clock;
  /** Instead of the configured one: tests let it fail. */
  embedder?: Embedder;
  /** Instead of the one in this process. */
  limiter?: RateLimiter;
  /** Instead of the one on standard error. */
  log?: Logger;
  /** How many failed log-ins and registrations are let through; tests make more of them than a person does. */
  attemptRules?: AttemptRules;
  /** Stands in for a full disk: the store may not grow beyond this many pages. */
  maxPages?: number;
}

const housekeepingMs = 10 * 60_000;
/** A request is in the log within a second. */
const requestFlushMs = 250;

/** The composition root: the only place that knows which adapter stands behind which port. */
export async function createServices(config: Config, overrides: ServiceOverrides = {}): Promise<Services> {
  let tracer = noTracer;
  const log = overrides.log ?? createLog(config.logLevel, config.tracing ? { present: () => tracer.current() } : {});
  const tracing = await openTracing(config, (problem) => log.warn({ problem }, 'traces do not arrive'));
  tracer = tracing.tracer;
  const clock = overrides.clock ?? systemClock;
  let closing = false;
  const encoder = overrides.embedder ?? createEmbedder(config, log, () => closing);
  const store = await openStore(config, { clock, log, encoder, maxPages: overrides.maxPages }).catch(
    async (error: unknown) => {
      closing = true;
      await encoder.close();
      throw error;
    },
  );
  const identifiers = createIdentifiers(clock, store.lastMemoryId);
  const {
    queue,
    limiter: configuredLimiter,
    problems: sharedProblems,
    close: closeShared,
  } = await openShared(config, log);
  const ingestHealth = createIngestHealth(clock, { elsewhere: !config.roles.worker });
  const outages = createOutages(clock);
  const metrics = createMetrics({
    backlog: () => store.memories.backlog(),
    outdated: () => store.memories.countStale(encoder.id),
    queue,
  });
  const memories = tracing.memories(measureStore(store.memories, metrics.storeCallEnded));
  const settlements = createSettlements((ownerId, ids) =>
    // For all that wait: in no request's trace.
    tracer.apart(async () => {
      const found = await memories.getMany(ownerId, ids);
      return found.filter(({ status }) => status === 'pending').map(({ id }) => id);
    }),
  );
  const resultOf = (failure: unknown) => (failure === undefined ? 'ok' : 'failed');
  const embedder = tracing.embedder(
    measureEmbedder(encoder, (kind, failure, seconds) => {
      metrics.embeddingEnded(kind, resultOf(failure), seconds);
      if (failure === undefined) outages.answered('embedder');
      // Others are the fault of a text.
      else if (failure instanceof EmbedderError && failure.retryable) outages.failed('embedder', failure.message);
    }),
  );
  const configuredExtractor = createExtractor(config);
  const extractor = tracing.extractor(
    configuredExtractor &&
      measureExtractor(configuredExtractor, (failure, seconds) => {
        metrics.extractionEnded(resultOf(failure), seconds);
        if (failure === undefined) outages.answered('language model');
        // Others are the fault of a text.
        else if (failure instanceof ExtractorError && failure.retryable)
          outages.failed('language model', failure.message);
      }),
  );
  const configuredReranker = createReranker(config);
  let reranks = true;
  const reranker =
    configuredReranker &&
    measureReranker(configuredReranker, (failure, seconds) => {
      const works = failure === undefined;
      metrics.rerankingEnded(resultOf(failure), seconds);
      if (works) outages.answered('reranker');
      else if (failure instanceof RerankerError) outages.failed('reranker', failure.message);
      if (works === reranks) return;
      reranks = works;
      if (works) log.info('the reranker answers again');
      else {
        const said =
          failure instanceof RerankerError ? { reason: failure.message, detail: failure.cause } : { err: failure };
        log.warn(said, 'the reranker does not answer: searches come from our own ranking');
      }
    });
  const limiter = admitWhenDown(overrides.limiter ?? configuredLimiter, {
    clock,
    failures: {
      failed: metrics.limiterFailed,
      report: (error) => log.warn({ err: error }, 'the rate limiter can not count: every request is admitted'),
    },
  });
  const accounts = createAccountService({
    store: tracing.store(store.accounts, 'accounts'),
    clock,
    identifiers,
    sessionDays: config.sessionDays,
    registration: config.registration,
    limiter,
    ...(overrides.attemptRules ? { attemptRules: overrides.attemptRules } : {}),
    onBackgroundError: (error) => log.error({ err: error }, 'writing when keys were last used failed'),
  });
  const recorder = createRequestRecorder({
    log: store.requests,
    flushMs: requestFlushMs,
    onError: (error) => log.error({ err: error }, 'writing the request log failed'),
    onDropped: (requests) =>
      log.error({ requests }, 'the request log could not be written for too long: rows are lost'),
  });
  const random = () => identifiers.secret(1).readUInt8() / 255;
  // A provider that refuses every text alike seems to be well, and the texts to be at fault.
  const problemWithAll = createPlainTextProbe(embedder, clock, ({ message }) => outages.failed('embedder', message));
  const ingest =
    config.roles.worker &&
    startIngest({
      store: memories,
      embedder,
      problemWithAll,
      startInference: extractor && (() => startInference({ store: memories, extractor, embedder, clock, identifiers })),
      queue,
      tracer,
      clock,
      random,
      events: {
        settled(memoryId, failure) {
          settlements.settle(memoryId);
          ingestHealth.settled();
          metrics.ingestEnded(failure ? 'failed' : 'ready');
          if (failure) log.warn({ memory_id: memoryId, failure: failure.code }, 'ingest failed for good');
        },
        postponed(memoryId, failure, at, detail) {
          metrics.ingestEnded('postponed');
          log.warn(
            {
              memory_id: memoryId,
              failure: failure.code,
              reason: failure.message,
              detail,
              retry_at: new Date(at).toISOString(),
            },
            'ingest postponed',
          );
        },
        fellBack(memoryId, reason) {
          metrics.inferenceFellBack();
          log.warn({ memory_id: memoryId, reason }, 'no facts could be extracted: the text is stored as it is');
        },
        stumbled: (error) => log.error({ err: error }, 'ingest stumbled and goes on'),
      },
    });
  const reembedding =
    ingest &&
    config.reembedRate > 0 &&
    startReembedding({
      store: memories,
      embedder,
      problemWithAll,
      clock,
      random,
      textsPerMinute: config.reembedRate,
      isBusy: ingest.isBusy,
      untilDone: false,
      events: {
        began: (left) => log.info({ memories: left, embedder: embedder.id }, 'memories of another embedder are moved'),
        moved: (count) => metrics.reembeddingEnded('moved', count),
        gaveUp(memoryId, reason) {
          metrics.reembeddingEnded('given_up', 1);
          log.warn({ memory_id: memoryId, reason }, 'the embedder can not do this memory: it is found by its words');
        },
        postponed: ({ message: reason, cause: detail }, pauseMs) =>
          log.warn({ reason, detail, pause_ms: Math.round(pauseMs) }, 'moving memories to the embedder waits'),
        finished: () => log.info({ embedder: embedder.id }, 'all memories are of this embedder'),
        stumbled: (error) => log.error({ err: error }, 'moving memories stumbled and goes on'),
      },
    });
  const housekeep = async (): Promise<void> => {
    await Promise.all([
      store.memories.purgeResponses(clock.now()),
      accounts.purgeTokens(),
      purgeRequests({ requests: store.requests, clock }, config.logRetentionDays),
    ]);
  };
  let housekeeping: Promise<void> | undefined;
  const housekeepNow = () => {
    housekeeping ??= housekeep()
      .catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
      .finally(() => {
        housekeeping = undefined;
      });
  };
  const housekeepingTimer = setInterval(housekeepNow, housekeepingMs);
  housekeepNow();
  let stopping = false;

  return {
    http: {
      accounts,
      store: memories,
      usage: tracing.store(store.usage, 'usage'),
      requests: tracing.store(store.requests, 'requests'),
      recorder,
      contentPolicy: config.contentPolicy,
      extracts: extractor !== null,
      mcpToolPrefix: config.mcpToolPrefix,
      queue,
      sharedProblems,
      embedder,
      reranker,
      settlements,
      ingestHealth,
      outages,
      clock,
      identifiers,
      metrics,
      tracer,
      metricsToken: config.metricsToken,
      limiter,
      rateLimits: config.rateLimits,
      isApi: config.roles.api,
      openRequests: createOpenRequests(),
      loopback: isLoopbackName(config.host.toLowerCase()),
      publicUrl: config.publicUrl,
      allowedHosts: config.allowedHosts,
      trustedProxies: config.trustedProxies,
      restUserId: config.restUserId,
      stopping: () => stopping,
    },
    accounts,
    accountStore: store.accounts,
    log,
    housekeep,
    beginStop() {
      stopping = true;
      settlements.release();
    },
    async close() {
      closing = true;
      clearInterval(housekeepingTimer);
      await housekeeping;
      await Promise.all([ingest ? ingest.stop() : null, reembedding ? reembedding.stop() : null]);
      await Promise.all([
        embedder.close(),
        extractor?.close(),
        reranker?.close(),
        accounts.stop(),
        recorder.stop(),
        closeShared(),
      ]);
      await store.close();
      await tracer.close();
    },
  };
}
