import { operationsOf, readContract } from '../api/contract.ts';
import { createOpenRequests } from '../api/open-requests.ts';
import type { HttpServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import { type AccountService, createAccountService } from '../domain/accounts/account-service.ts';
import type { AttemptRules } from '../domain/accounts/attempt-throttle.ts';
import type { PasswordHasher } from '../domain/accounts/password-hasher.ts';
import { createMaps } from '../domain/map/maps.ts';
import { purgeDeletions } from '../domain/memories/deletion-receipts.ts';
import { createProfileCache } from '../domain/profile/get-profile.ts';
import { createRequestFollowers } from '../domain/usage/follow-requests.ts';
import { createRequestLog, type RequestLog } from '../domain/usage/request-log.ts';
import { createUsage } from '../domain/usage/search-counts.ts';
import { purgeDeliveries } from '../domain/webhooks/start-deliveries.ts';
import { createWebhookService } from '../domain/webhooks/webhooks.ts';
import { poll } from '../lib/coalesce.ts';
import { toolKinds, toolNames } from '../mcp/tool.ts';
import { createSecurityEvents } from '../observability/create-security-events.ts';
import { createWatchdog } from '../observability/watchdog/create-watchdog.ts';
import { appendToAudit } from './services/audit-event.ts';
import { createMapThread } from './services/create-map-thread.ts';
import { type InstrumentedAdapters, instrumentAdapters } from './services/instrument-adapters.ts';
import {
  type Infrastructure,
  type InfrastructureOverrides,
  openInfrastructure,
} from './services/open-infrastructure.ts';
import { startWorkers, type Workers } from './services/start-workers.ts';

export { type BackedUp, backUpStore, compactStore, restoreStore } from '../adapters/sqlite/transfer/back-up.ts';
export { isSameStore, openCopySource, openCopyTarget, type StoreLocation } from './services/open-copy.ts';
export { openReembedding } from './services/open-reembedding.ts';
export { migrateStore, type OpenAccountStore, openAccountStore } from './services/open-store.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export interface ServiceOverrides extends InfrastructureOverrides {
  /** Replaces the limits of failed log-ins and registrations, because tests make many of them. */
  attemptRules?: AttemptRules;
  /** Replaces the real hasher, which costs 30 ms of a core for each log-in. */
  passwords?: PasswordHasher;
}

const housekeepingMs = 10 * 60_000;
/** The log contains a request within a second. */
const requestFlushMs = 250;
/** A write of another server to a shared store does not change the version of the account here. */
const sharedProfileMs = 2_000;

/** Composes the server. Only this folder connects adapters with ports. */
export async function createServices(config: Config, overrides: ServiceOverrides = {}) {
  const infrastructure = await openInfrastructure(config, overrides);
  const { log, store, shared, tracer } = infrastructure;
  const adapters = instrumentAdapters(infrastructure);
  const workers = startWorkers(infrastructure, adapters);
  const accounts = createAccounts(infrastructure, adapters, workers, overrides);
  const { followers, requests, usage, securityEvents, watchdog } = createObservers(infrastructure, adapters);
  const mapThread = createMapThread();
  let stopping = false;
  const http: HttpServices = {
    ...createHttpServices(infrastructure, adapters, workers),
    ...{ accounts, usage, recorder: requests, followers, securityEvents },
    watchdog: config.watchdog ? watchdog : null,
    stopping: () => stopping,
    maps: createMaps({
      ...{ store: adapters.store, embedderId: adapters.embedder.id, versionOf: adapters.changes.of },
      arrange: mapThread.arrange,
      isShared: config.mongodbUri !== undefined,
      clock: infrastructure.clock,
    }),
  };
  const housekeep = () => purgeExpired(infrastructure, accounts, requests);
  const housekeeping = poll(
    () => housekeep().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed')),
    housekeepingMs,
  );
  void housekeeping.run();

  return {
    http,
    accounts,
    /** The records, with which the operator sets plans and limits. */
    records: store.records,
    log,
    /** Starts to watch the event loop, after the start of the server. */
    watch: watchdog.start,
    /** Deletes expired rows, as also happens every ten minutes. */
    housekeep,
    /** Removes expired memories, as a worker also does every 20 seconds. */
    sweepExpired: workers.sweepExpired,
    /** Delivers the events of webhooks that are due, as a worker also does every second. */
    deliverWebhooks: workers.deliverWebhooks,
    /** Continues deletions and verifies them, as a worker also does every five seconds. */
    runDeletions: workers.runDeletions,
    /** Releases the requests that wait for ingest or follow the log. No request waits afterwards. */
    beginStop() {
      stopping = true;
      workers.readyWaiters.release();
      followers.release();
    },
    /** Ends ingest, writes the remaining data and closes the store. Call it when no request is open. */
    async close() {
      infrastructure.beginClose();
      await housekeeping.stop();
      await workers.stop();
      const { embedder, extractor, reranker } = adapters;
      // A thread that still loads its model can take longer than a stop. Everything else must not wait for it.
      const embedderClosed = embedder.close();
      const clients = [extractor?.close(), reranker?.close(), shared.close()];
      await Promise.all([...clients, accounts.stop(), requests.stop(), usage.stop(), securityEvents.stop()]);
      await mapThread.close();
      await store.close();
      await tracer.close();
      await watchdog.stop();
      await embedderClosed;
    },
  };
}

function createAccounts(
  { config, clock, identifiers, log }: Infrastructure,
  { records, attemptLimiter: limiter }: InstrumentedAdapters,
  { removeAccounts: onDeletion }: Workers,
  overrides: ServiceOverrides,
): AccountService {
  return createAccountService({
    ...config,
    ...overrides,
    ...{ records, onDeletion, clock, identifiers, limiter },
    onBackgroundError: (error) => log.error({ err: error }, 'writing when keys and tokens were last used failed'),
  });
}

/** Creates what observes requests: their log, the counts of searches, and the reports to the log and the metrics. */
function createObservers(
  { config, log, clock, identifiers, store }: Infrastructure,
  { metrics, records }: InstrumentedAdapters,
) {
  const failed = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const followers = createRequestFollowers();
  return {
    followers,
    requests: createRequestLog({
      records: store.records,
      onWritten: followers.wake,
      flushMs: requestFlushMs,
      onError: failed('writing the request log failed'),
      onDropped: (requests) =>
        log.error({ requests }, 'the request log could not be written for too long: rows are lost'),
    }),
    usage: createUsage({ records, flushMs: requestFlushMs, onError: failed('counting searches failed') }),
    securityEvents: createSecurityEvents({
      log,
      count: metrics.securityEvent,
      audit: appendToAudit({ records: store.records, clock, identifiers, log }),
    }),
    watchdog: createWatchdog({
      ends: config.watchdog,
      operations: config.watchdog ? watchedOperations(config) : [],
      paused: metrics.eventLoopPaused,
      onError: failed('the watchdog failed: nothing watches the event loop'),
    }),
  };
}

/** Returns the operations of the contract, and the tools of the MCP endpoint. */
export function watchedOperations(config: Pick<Config, 'mcpToolPrefix'>): string[] {
  return [...operationsOf(readContract()).map(({ id }) => id), ...toolKinds.map(toolNames(config))];
}

function createHttpServices(
  { config, shared, clock, identifiers, tracer }: Infrastructure,
  { changes, ...adapters }: InstrumentedAdapters,
  { readyWaiters, ingestHealth, runDeletions }: Workers,
) {
  return {
    ...config,
    ...adapters,
    ...{ clock, identifiers, tracer, readyWaiters, ingestHealth },
    profiles: createProfileCache({
      versionOf: changes.of,
      nextExpiry: adapters.store.nextExpiry,
      clock,
      ...(config.mongodbUri === undefined ? {} : { maxAgeMs: sharedProfileMs }),
    }),
    webhooks: createWebhookService({
      ...{ records: adapters.records, clock, identifiers },
      allowPrivate: config.webhooksAllowPrivate,
    }),
    continueDeletions: () => void runDeletions(),
    extracts: adapters.extractor !== null,
    queue: shared.queue,
    sharedProblems: shared.problems,
    openRequests: createOpenRequests(),
  };
}

async function purgeExpired(
  { config, store, clock }: Infrastructure,
  accounts: AccountService,
  requests: RequestLog,
): Promise<void> {
  await Promise.all([
    store.memories.purgeResponses(),
    accounts.purgeTokens(),
    accounts.purgeAuditEvents(),
    purgeDeletions(store.records, clock),
    requests.purge(clock.now(), config.logRetentionDays),
    purgeDeliveries({ records: store.records, clock }),
  ]);
}
