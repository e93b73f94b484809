import type { Config } from '../config/config.ts';
import type { AccountRecords } from '../domain/accounts/account-records.ts';
import type { AccountService } from '../domain/accounts/account-service.ts';
import type { ReadyWaiters } from '../domain/ingest/ready-waiters.ts';
import type { Maps } from '../domain/map/maps.ts';
import type { MemoryRecords } from '../domain/memories/commands.ts';
import type { MemoryStore } from '../domain/memories/memory-store.ts';
import type { ProfileCache } from '../domain/profile/get-profile.ts';
import type { RankedSearch } from '../domain/search/ranked-search.ts';
import type { RequestFollowers } from '../domain/usage/follow-requests.ts';
import type { RequestLog } from '../domain/usage/request-log.ts';
import type { RequestRecords } from '../domain/usage/request-log-commands.ts';
import type { Usage } from '../domain/usage/search-counts.ts';
import type { WebhookRecords, WebhookService } from '../domain/webhooks/webhooks.ts';
import type { IngestHealth } from '../observability/ingest-health.ts';
import type { Outages } from '../observability/outages.ts';
import type { Watchdog } from '../observability/watchdog/create-watchdog.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { IngestQueue } from '../ports/ingest-queue.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { SecurityEvents } from '../ports/security-events.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { Metrics } from './metrics.ts';
import type { OpenRequests } from './open-requests.ts';

export type SearchServices = Pick<HttpServices, 'store' | 'rankedSearch' | 'embedder' | 'reranker' | 'clock' | 'usage'>;

export type WriteServices = Pick<
  HttpServices,
  'store' | 'queue' | 'clock' | 'identifiers' | 'contentPolicy' | 'extracts' | 'readyWaiters' | 'stopping'
>;

type SettingNames =
  | ('contentPolicy' | 'mcpToolPrefix' | 'metricsToken' | 'rateLimits' | 'restUserId' | 'roles')
  | ('isLoopback' | 'isReachable' | 'publicUrl' | 'allowedHosts' | 'trustedProxies');

/** The services behind the HTTP interface. Each middleware and handler picks the fields that it uses. */
export interface HttpServices extends Pick<Config, SettingNames> {
  accounts: AccountService;
  store: MemoryStore;
  /** Finds and ranks memories, in SQLite on the reader thread. */
  rankedSearch: RankedSearch;
  /** Continues deletions in the background, if this process is a worker. */
  continueDeletions(): void;
  /** Reads the time of the first erasure since the SQLite file was compacted; null without one, and with MongoDB. */
  compactionDueSince(): Promise<number | null>;
  maps: Maps;
  profiles: ProfileCache;
  usage: Usage;
  webhooks: WebhookService;
  recorder: Pick<RequestLog, 'record'>;
  records: MemoryRecords & Pick<RequestRecords, 'query'> & Pick<AccountRecords, 'run'> & Pick<WebhookRecords, 'run'>;
  followers: RequestFollowers;
  securityEvents: SecurityEvents;
  /** Whether a language model extracts facts from texts that are written with `infer`. */
  extracts: boolean;
  queue: IngestQueue;
  sharedProblems(): string[];
  embedder: Embedder;
  reranker: Reranker | null;
  readyWaiters: ReadyWaiters;
  ingestHealth: IngestHealth;
  outages: Pick<Outages, 'reasons'>;
  clock: Clock;
  identifiers: Identifiers;
  metrics: Metrics;
  tracer: Tracer;
  watchdog: Pick<Watchdog, 'begin'> | null;
  limiter: RateLimiter;
  openRequests: OpenRequests;
  stopping(): boolean;
}
