import { isIP } from 'node:net';
import { destination, type Logger, pino } from 'pino';
import { type AccountService, createAccountService } from './account/account-service.ts';
import { createInProcessQueue } from './adapters/in-process/create-ingest-queue.ts';
import { createLocalEmbedder, type LocalEmbedder } from './adapters/local-model/create-local-embedder.ts';
import { openSqliteAccounts, openSqliteStore } from './adapters/sqlite/open-store.ts';
import { createIdentifiers } from './adapters/system/create-identifiers.ts';
import { systemClock } from './adapters/system/system-clock.ts';
import type { Config } from './config.ts';
import { createMetrics } from './http/metrics.ts';
import type { HttpServices } from './http/services.ts';
import { startIngest } from './memory/ingest.ts';
import { createIngestHealth } from './memory/ingest-health.ts';
import { createSettlements } from './memory/settlements.ts';
import type { AccountStore } from './ports/account-store.ts';
import type { Clock } from './ports/clock.ts';
import type { Embedder } from './ports/embedder.ts';
import type { Identifiers } from './ports/identifiers.ts';

export interface Services {
  http: HttpServices;
  accounts: AccountService;
  log: Logger;
  /** From here on requests that wait are let go, and nobody starts to wait. */
  beginStop(): void;
  /** Ends ingest, writes what is still to be written and closes the store. Call when no request is open any more. */
  close(): Promise<void>;
}

export interface ServiceOverrides {
  /** Instead of the configured one: tests let it fail. */
  embedder?: Embedder;
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

/** The composition root: the only place that knows which adapter stands behind which port. */
export async function createServices(config: Config, overrides: ServiceOverrides = {}): Promise<Services> {
  const log = createLog(config);
  const clock = systemClock;
  const store = await openSqliteStore(config.dataDirectory, {
    now: clock.now(),
    ...(overrides.maxPages ? { maxPages: overrides.maxPages } : {}),
  });
  let closing = false;
  const identifiers = createIdentifiers(clock, store.lastMemoryId);
  const embedder = overrides.embedder ?? createReportedEmbedder(config, log, () => closing);
  const queue = createInProcessQueue();
  const settlements = createSettlements();
  const ingestHealth = createIngestHealth(clock);
  const metrics = createMetrics(() => store.memories.backlog());
  const accounts = createAccountService({
    store: store.accounts,
    clock,
    identifiers,
    sessionDays: config.sessionDays,
    registration: config.registration,
    onBackgroundError: (error) => log.error({ err: error }, 'writing when keys were last used failed'),
  });
  const ingest = startIngest({
    store: store.memories,
    embedder,
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
      stumbled: (error) => log.error({ err: error }, 'ingest stumbled and goes on'),
    },
  });
  const housekeeping = setInterval(() => {
    Promise.all([store.memories.purgeAnswers(clock.now()), accounts.purgeTokens()]).catch((error: unknown) =>
      log.error({ err: error }, 'housekeeping failed'),
    );
  }, housekeepingMs);
  let stopping = false;

  return {
    http: {
      accounts,
      store: store.memories,
      queue,
      embedder,
      settlements,
      ingestHealth,
      clock,
      identifiers,
      metrics,
      metricsToken: config.metricsToken,
      loopback: isLoopback(config.host),
      restUserId: config.restUserId,
      stopping: () => stopping,
    },
    accounts,
    log,
    beginStop() {
      stopping = true;
      settlements.release();
    },
    async close() {
      closing = true;
      clearInterval(housekeeping);
      await ingest.stop();
      await Promise.all([embedder.close(), accounts.stop()]);
      await store.close();
    },
  };
}

/** The accounts alone, for the command line; a server may be using the same data directory meanwhile. */
export function openAccountStore(config: Config): OpenAccountStore {
  return {
    ...openSqliteAccounts(config.dataDirectory),
    clock: systemClock,
    identifiers: createIdentifiers(systemClock),
  };
}

function createLog({ logLevel }: Config): Logger {
  // Standard output belongs to what people read: the address, the first key.
  const output = destination({ dest: 2, sync: true });
  // A log that can't be written is no reason to end: memories are still kept and found.
  output.on('error', () => {});
  return pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
