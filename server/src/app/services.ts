import { extname } from 'node:path';
import { operationsOf, readContract } from '../api/contract.ts';
import { createOpenRequests } from '../api/open-requests.ts';
import type { HttpServices } from '../api/services.ts';
import type { Config } from '../config/config.ts';
import type { PasswordHasher } from '../domain/accounts/account-records.ts';
import { createAccountService } from '../domain/accounts/account-service.ts';
import type { AttemptRules } from '../domain/accounts/attempt-throttle.ts';
import { appendToAudit, purgeAuditEvents } from '../domain/accounts/audit-log.ts';
import { nameCredentials } from '../domain/accounts/authenticate.ts';
import { arrangePoints, fewestRefined, type Point } from '../domain/map/arrange-points.ts';
import { createMaps } from '../domain/map/maps.ts';
import { purgeDeletions } from '../domain/memories/deletion-receipts.ts';
import { createProfileCache } from '../domain/profile/get-profile.ts';
import { createRequestFollowers } from '../domain/usage/follow-requests.ts';
import { createRequestLog, type RequestLog } from '../domain/usage/request-log.ts';
import { createUsage } from '../domain/usage/search-counts.ts';
import { purgeDeliveries } from '../domain/webhooks/start-deliveries.ts';
import { createWebhookService } from '../domain/webhooks/webhooks.ts';
import { perTick, poll } from '../lib/coalesce.ts';
import { createThread } from '../lib/create-thread.ts';
import { untilNone } from '../lib/until-none.ts';
import { toolKinds, toolNames } from '../mcp/tool.ts';
import { createSecurityEvents } from '../observability/create-security-events.ts';
import { createWatchdog } from '../observability/watchdog/create-watchdog.ts';
import { type Adapters, instrumentAdapters } from './services/instrument-adapters.ts';
import { type InfrastructureOverrides, openInfrastructure } from './services/open-infrastructure.ts';
import { startWorkers, type Workers } from './services/start-workers.ts';

export { type BackedUp, backUpStore, compactStore, restoreStore } from '../adapters/sqlite/transfer/back-up.ts';
export * from './services/open-store.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export interface ServiceOverrides extends InfrastructureOverrides {
  /** Replaces the limits of failed log-ins and registrations, because tests make many of them. */
  attemptRules?: AttemptRules;
  /** Replaces the real hasher, which costs 30 ms of a core for each log-in. */
  passwords?: PasswordHasher;
}

const mapEntry = new URL(`./map-worker${extname(import.meta.url)}`, import.meta.url);
const housekeepingMs = 10 * 60_000;
/** The log contains a request within a second. */
const requestFlushMs = 250;
/** A write of another server to a shared store does not change the version of the account here. */
const sharedProfileMs = 2_000;

/** Composes the server. Only this folder connects adapters with ports. */
export async function createServices(config: Config, overrides: ServiceOverrides = {}) {
  const adapters = instrumentAdapters(await openInfrastructure(config, overrides));
  const { log, clock, identifiers, records, database, shared, tracer } = adapters;
  const workers = startWorkers(adapters);
  const accounts = createAccountService({
    ...{ ...config, ...overrides, records, clock, identifiers },
    limiter: adapters.attemptLimiter,
    onDeletion: workers.removeAccounts,
    onBackgroundError: (error) => log.error({ err: error }, 'writing when keys and tokens were last used failed'),
  });
  const { followers, requests, usage, securityEvents, watchdog } = createObservers(adapters);
  const mapThread = createMapThread();
  let stopping = false;
  const http: HttpServices = {
    ...createHttpServices(adapters, workers, mapThread.arrange),
    accounts: { ...accounts, authenticate: perTick(accounts.authenticate, nameCredentials) },
    ...{ usage, recorder: requests, followers, securityEvents },
    watchdog: config.watchdog ? watchdog : null,
    stopping: () => stopping,
  };
  const housekeep = () => purgeExpired(adapters, requests);
  const onFailure = (error: unknown) => log.error({ err: error }, 'housekeeping failed');
  const housekeeping = poll(() => housekeep().catch(onFailure), housekeepingMs);
  void housekeeping.run();
  const { sweepExpired, deliverWebhooks, runDeletions } = workers;

  return {
    ...{ http, accounts, records, log, housekeep, sweepExpired, deliverWebhooks, runDeletions },
    /** Starts to watch the event loop, after the start of the server. */
    watch: watchdog.start,
    /** Releases the requests that wait for ingest or follow the log. No request waits afterwards. */
    beginStop() {
      stopping = true;
      workers.readyWaiters.release();
      followers.release();
    },
    /** Ends ingest, writes the remaining data and closes the store. Call it when no request is open. */
    async close() {
      adapters.beginClose();
      await housekeeping.stop();
      await workers.stop();
      // A thread that still loads its model can take longer than a stop. Everything else must not wait for it.
      const embedderClosed = adapters.embedder.close();
      const clients = [adapters.extractor?.close(), adapters.reranker?.close(), shared.close()];
      await Promise.all([...clients, accounts.stop(), requests.stop(), usage.stop()]);
      securityEvents.stop();
      await mapThread.close();
      await database.close();
      await tracer.close();
      await watchdog.stop();
      await embedderClosed;
    },
  };
}

function createObservers({ config, log, clock, identifiers, metrics, records }: Adapters) {
  const failed = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const followers = createRequestFollowers();
  const audit = appendToAudit({ records, clock, identifiers });
  return {
    followers,
    requests: createRequestLog({
      ...{ records, onWritten: followers.wake, flushMs: requestFlushMs },
      onError: failed('writing the request log failed'),
      onDropped: (requests) =>
        log.error({ requests }, 'the request log could not be written for too long: rows are lost'),
    }),
    usage: createUsage({ records, flushMs: requestFlushMs, onError: failed('counting searches failed') }),
    securityEvents: createSecurityEvents({ log, count: metrics.securityEvent, audit }),
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
  { config, ...adapters }: Adapters,
  { readyWaiters, ingestHealth, runDeletions }: Workers,
  arrange: Parameters<typeof createMaps>[0]['arrange'],
) {
  const { store, embedder, changes, records, clock, identifiers, shared } = adapters;
  const isShared = config.mongodbUri !== undefined;
  const { of: versionOf } = changes;
  return {
    ...{ ...config, ...adapters, readyWaiters, ingestHealth },
    maps: createMaps({ store, embedderId: embedder.id, versionOf, arrange, isShared, clock }),
    profiles: createProfileCache({
      ...{ versionOf, nextExpiry: store.nextExpiry, clock },
      ...(isShared ? { maxAgeMs: sharedProfileMs } : {}),
    }),
    webhooks: createWebhookService({ records, clock, identifiers, allowPrivate: config.webhooksAllowPrivate }),
    continueDeletions: () => void runDeletions(),
    extracts: adapters.extractor !== null,
    queue: shared.queue,
    sharedProblems: shared.problems,
    openRequests: createOpenRequests(),
  };
}

async function purgeExpired({ config, store, records, clock }: Adapters, requests: RequestLog): Promise<void> {
  await Promise.all([
    store.purgeResponses(),
    untilNone(() => records.run('', 'deleteTokens', { expiredAt: clock.now() })),
    purgeAuditEvents({ records, clock }),
    purgeDeletions(records, clock),
    requests.purge(clock.now(), config.logRetentionDays),
    purgeDeliveries({ records, clock }),
  ]);
}

/** Places the points of maps on a thread, which starts with the first map of more than a few memories. */
function createMapThread() {
  const thread = createThread<{ arrange: typeof arrangePoints }>({
    ...{ name: 'map', entry: mapEntry, workerData: null },
    toError(failure) {
      if (failure.kind === 'failed') return new Error(`arranging points failed: ${failure.error.message}`);
      if (failure.kind === 'closed') return new Error('the thread that positions points is closed');
      return new Error(`the thread that positions points stopped: ${failure.reason}`, { cause: failure.cause });
    },
  });
  return {
    arrange: async (vectors: readonly Float32Array[]): Promise<Point[]> =>
      vectors.length < fewestRefined ? arrangePoints(vectors) : thread.run('', 'arrange', vectors),
    close: thread.close,
  };
}
