import type { Logger } from 'pino';
import { type AccountService, createAccountService } from './account/account-service.ts';
import type { AttemptRules } from './account/attempt-throttle.ts';
import { purgeRequests } from './account/purge-requests.ts';
import { createRequestRecorder } from './account/request-recorder.ts';
import { createCohereEmbedder } from './adapters/cohere/create-cohere-embedder.ts';
import { createCohereExtractor } from './adapters/cohere/create-cohere-extractor.ts';
import { admitWhenDown } from './adapters/in-process/admit-when-down.ts';
import { createInProcessQueue } from './adapters/in-process/create-ingest-queue.ts';
import { createInProcessRateLimiter } from './adapters/in-process/create-rate-limiter.ts';
import { createLocalEmbedder, type LocalEmbedder } from './adapters/local-model/create-local-embedder.ts';
import { inspectModel as inspectLocalModel, type ModelFacts } from './adapters/local-model/inspect-model.ts';
import { measureEmbedder } from './adapters/measured/measure-embedder.ts';
import { measureStore } from './adapters/measured/measure-store.ts';
import type { MongodbStore } from './adapters/mongodb/open-store.ts';
import { createOpenAiEmbedder } from './adapters/openai/create-openai-embedder.ts';
import { createOpenAiExtractor } from './adapters/openai/create-openai-extractor.ts';
import { type DataDirectoryFacts, inspectDataDirectory as inspectSqlite } from './adapters/sqlite/inspect-store.ts';
import { openSqliteAccounts, openSqliteStore, type SqliteStore } from './adapters/sqlite/open-store.ts';
import { createIdentifiers } from './adapters/system/create-identifiers.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import type { Config } from './config.ts';
import { createLog } from './create-log.ts';
import { isLoopbackName } from './http/host-check.ts';
import { createMetrics } from './http/metrics.ts';
import { createOpenRequests } from './http/open-requests.ts';
import type { HttpServices } from './http/services.ts';
import { inferFacts } from './memory/extraction/infer-facts.ts';
import { startIngest } from './memory/ingest.ts';
import { createIngestHealth } from './memory/ingest-health.ts';
import { createSettlements } from './memory/settlements.ts';
import type { AccountStore } from './ports/account-store.ts';
import type { Clock } from './ports/clock.ts';
import type { Embedder } from './ports/embedder.ts';
import type { Extractor } from './ports/extractor.ts';
import type { Identifiers } from './ports/identifiers.ts';
import type { IngestQueue } from './ports/ingest-queue.ts';
import type { RateLimiter } from './ports/rate-limiter.ts';

export type { DataDirectoryFacts, ModelFacts };

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

export interface OpenAccountStore {
  store: AccountStore;
  clock: Clock;
  identifiers: Identifiers;
  close(): Promise<void>;
}

const housekeepingMs = 10 * 60_000;
/** Search indexes of a large store take long to build. */
const migrationLimitMs = 24 * 60 * 60_000;
/** A request is in the log within a second. */
const requestFlushMs = 250;

/** The composition root: the only place that knows which adapter stands behind which port. */
export async function createServices(config: Config, overrides: ServiceOverrides = {}): Promise<Services> {
  const log = overrides.log ?? createLog(config.logLevel);
  const clock = overrides.clock ?? systemClock;
  let closing = false;
  const encoder = overrides.embedder ?? createEmbedder(config, log, () => closing);
  const store = await openStore(config, { clock, log, encoder, overrides }).catch(async (error: unknown) => {
    closing = true;
    await encoder.close();
    throw error;
  });
  const identifiers = createIdentifiers(clock, store.lastMemoryId);
  const { queue, limiter: configuredLimiter, close: closeShared } = await openShared(config, log);
  const settlements = createSettlements();
  const ingestHealth = createIngestHealth(clock, { elsewhere: !config.roles.worker });
  const metrics = createMetrics({ backlog: () => store.memories.backlog(), queue });
  const memories = measureStore(store.memories, metrics.storeCallEnded);
  const embedder = measureEmbedder(encoder, metrics.embeddingEnded);
  const extractor = createExtractor(config);
  const limiter = admitWhenDown(overrides.limiter ?? configuredLimiter, {
    clock,
    failures: {
      failed: metrics.limiterFailed,
      report: (error) => log.warn({ err: error }, 'the rate limiter can not count: every request is admitted'),
    },
  });
  const accounts = createAccountService({
    store: store.accounts,
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
  const ingest =
    config.roles.worker &&
    startIngest({
      store: memories,
      embedder,
      inferFacts:
        extractor && ((claim) => inferFacts({ store: memories, extractor, embedder, clock, identifiers }, claim)),
      queue,
      clock,
      random: () => identifiers.secret(1).readUInt8() / 255,
      events: {
        settled(memoryId, failure) {
          settlements.settle(memoryId);
          ingestHealth.settled(failure);
          metrics.ingestEnded(failure ? 'failed' : 'ready');
          if (failure) log.warn({ memory_id: memoryId, failure: failure.code }, 'ingest failed for good');
        },
        postponed(memoryId, failure, at) {
          ingestHealth.postponed(failure);
          metrics.ingestEnded('postponed');
          log.warn(
            { memory_id: memoryId, failure: failure.code, retry_at: new Date(at).toISOString() },
            'ingest postponed',
          );
        },
        fellBack: (memoryId, reason) =>
          log.warn({ memory_id: memoryId, reason }, 'no facts could be extracted: the text is stored as it is'),
        stumbled: (error) => log.error({ err: error }, 'ingest stumbled and goes on'),
      },
    });
  const housekeep = async (): Promise<void> => {
    await Promise.all([
      store.memories.purgeAnswers(clock.now()),
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
      usage: store.usage,
      requests: store.requests,
      recorder,
      contentPolicy: config.contentPolicy,
      extracts: extractor !== null,
      mcpToolPrefix: config.mcpToolPrefix,
      queue,
      embedder,
      settlements,
      ingestHealth,
      clock,
      identifiers,
      metrics,
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
      if (ingest) await ingest.stop();
      await Promise.all([embedder.close(), extractor?.close(), accounts.stop(), recorder.stop(), closeShared()]);
      await store.close();
    },
  };
}

/** What several processes may share: the queue, and the counts of the rate limits. */
async function openShared(
  { redis }: Config,
  log: Logger,
): Promise<{ queue: IngestQueue; limiter: RateLimiter; close(): Promise<void> }> {
  if (!redis) {
    const queue = createInProcessQueue();
    return { queue, limiter: createInProcessRateLimiter(), close: () => queue.close() };
  }
  const { openRedis } = await import('./adapters/bull/open-redis.ts');
  return openRedis({
    ...redis,
    events: {
      changed(problem) {
        if (problem === null) log.info('Redis answers again');
        else log.warn({ problem }, 'announcements do not arrive: memories become ready by a second later');
      },
      failed: (error) => log.error({ err: error }, 'Redis or Bull failed and goes on'),
    },
  });
}

/** The configured store. The driver of MongoDB is loaded only where it is used. */
async function openStore(
  config: Config,
  {
    clock,
    log,
    encoder,
    overrides,
  }: { clock: Clock; log: Logger; encoder: Embedder; overrides: Pick<ServiceOverrides, 'maxPages'> },
): Promise<SqliteStore | MongodbStore> {
  if (config.mongodbUri === undefined) {
    return openSqliteStore(config.dataDirectory, {
      now: clock.now(),
      cacheBytes: config.cacheMegabytes * 1e6,
      readAhead: true,
      ...(overrides.maxPages ? { maxPages: overrides.maxPages } : {}),
    });
  }
  const { openMongodbStore } = await import('./adapters/mongodb/open-store.ts');
  return openMongodbStore(config.mongodbUri, {
    dimensions: encoder.dimensions,
    now: () => clock.now(),
    onError: (error) => log.error({ err: error }, 'keeping the list of workers failed'),
    onProgress: (message) => log.info(message),
  });
}

/** Creates and updates what the configured store needs. An upgraded server does so, too, when it starts. */
export async function migrateStore(config: Config, onProgress: (message: string) => void): Promise<void> {
  const { mongodbUri } = config;
  if (mongodbUri === undefined) {
    // Opening it does all there is to do.
    await (await openSqliteStore(config.dataDirectory, { now: systemClock.now() })).close();
    return;
  }
  const { migrateMongodb } = await import('./adapters/mongodb/open-store.ts');
  const embedder = createLocalEmbedder({ runtime: config.localRuntime });
  try {
    await migrateMongodb(mongodbUri, { dimensions: embedder.dimensions, limitMs: migrationLimitMs, onProgress });
  } finally {
    embedder.ready.catch(() => undefined);
    await embedder.close();
  }
}

/** The accounts alone, for the command line; a server may be using the same store meanwhile. */
export async function openAccountStore(config: Config): Promise<OpenAccountStore> {
  const open = async () => {
    if (config.mongodbUri === undefined) return openSqliteAccounts(config.dataDirectory);
    const { openMongodbAccounts } = await import('./adapters/mongodb/open-store.ts');
    return openMongodbAccounts(config.mongodbUri);
  };
  return {
    ...(await open()),
    clock: systemClock,
    identifiers: createIdentifiers(systemClock),
  };
}

/** For the command line: what is in the data directory, without changing anything and beside whatever server runs. */
export function inspectDataDirectory({ dataDirectory }: Config): DataDirectoryFacts {
  return inspectSqlite(dataDirectory);
}

/** For the command line: whether the configured encoder works. Takes as long as it takes to load. */
export function inspectModel({ localRuntime }: Config): Promise<ModelFacts> {
  return inspectLocalModel({ runtime: localRuntime });
}

function createEmbedder(config: Config, log: Logger, closing: () => boolean): Embedder {
  const { embedder } = config;
  switch (embedder.kind) {
    case 'cohere':
      return createCohereEmbedder(embedder);
    case 'openai':
      return createOpenAiEmbedder(embedder);
    case 'local':
      return createReportedEmbedder(config, log, closing);
  }
}

function createExtractor({ extractor }: Config): Extractor | null {
  switch (extractor.kind) {
    case 'cohere':
      return createCohereExtractor(extractor);
    case 'openai':
      return createOpenAiExtractor(extractor);
    case 'none':
      return null;
  }
}

function createReportedEmbedder({ localRuntime }: Config, log: Logger, closing: () => boolean): LocalEmbedder {
  const embedder = createLocalEmbedder({ runtime: localRuntime });
  embedder.ready.then(
    ({ runtime, fallbackReason, loadMs }) =>
      log.info(
        { embedder: embedder.id, runtime, fallback_reason: fallbackReason, load_ms: Math.round(loadMs) },
        'encoder loaded',
      ),
    (error: unknown) => {
      if (closing()) return;
      log.error({ err: error }, 'the encoder did not load: memories stay pending and are found by words only');
    },
  );
  return embedder;
}
