import type { AccountService } from '../domain/accounts/account-service.ts';
import type { ReadyWaiters } from '../domain/ingest/ready-waiters.ts';
import type { Maps } from '../domain/map/create-maps.ts';
import type { MemoryRecords } from '../domain/memories/commands.ts';
import type { ContentPolicy } from '../domain/memories/content-policy.ts';
import type { MemoryStore } from '../domain/memories/memory-store.ts';
import type { ProfileCache } from '../domain/profile/profile-cache.ts';
import type { RankedSearch } from '../domain/search/ranked-search.ts';
import type { RequestFollowers } from '../domain/usage/follow-requests.ts';
import type { RequestLog, RequestRecords } from '../domain/usage/request-log.ts';
import type { Usage } from '../domain/usage/search-counts.ts';
import type { WebhookService } from '../domain/webhooks/webhooks.ts';
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

/** The services behind searches. */
export type SearchServices = Pick<HttpServices, 'store' | 'rankedSearch' | 'embedder' | 'reranker' | 'clock' | 'usage'>;

/** The services behind writes of memories. */
export type WriteServices = Pick<
  HttpServices,
  'store' | 'queue' | 'clock' | 'identifiers' | 'contentPolicy' | 'extracts' | 'readyWaiters' | 'stopping'
>;

/** The services behind the HTTP interface. Each middleware and handler picks the fields that it uses. */
export interface HttpServices {
  accounts: AccountService;
  store: MemoryStore;
  /** Finds and ranks memories, in SQLite on the reader thread. */
  rankedSearch: RankedSearch;
  /** Continues deletions in the background, if this process is a worker. */
  continueDeletions(): void;
  maps: Maps;
  profiles: ProfileCache;
  usage: Usage;
  webhooks: WebhookService;
  /** Writes requests to their log. */
  recorder: Pick<RequestLog, 'record'>;
  records: MemoryRecords & Pick<RequestRecords, 'query'>;
  /** Wakes the requests that follow the log. */
  followers: RequestFollowers;
  securityEvents: SecurityEvents;
  /** The treatment of a write that contains a secret. */
  contentPolicy: ContentPolicy;
  /** Whether a language model extracts facts from texts that are written with `infer`. */
  extracts: boolean;
  /** The prefix of the names of MCP tools. */
  mcpToolPrefix: string;
  queue: IngestQueue;
  /** Returns the current problems of shared services, for people. */
  sharedProblems(): string[];
  embedder: Embedder;
  /** The reranker; null if searches use their own ranking. */
  reranker: Reranker | null;
  readyWaiters: ReadyWaiters;
  ingestHealth: IngestHealth;
  outages: Pick<Outages, 'reasons'>;
  clock: Clock;
  identifiers: Identifiers;
  metrics: Metrics;
  tracer: Tracer;
  /** The watchdog; null if none ends the process. */
  watchdog: Pick<Watchdog, 'begin'> | null;
  metricsToken: string | undefined;
  limiter: RateLimiter;
  /** Whether plans limit the requests of an account. */
  rateLimits: 'plan' | 'off';
  openRequests: OpenRequests;
  /** Whether this process serves the API. A pure worker serves only its health and metrics. */
  isApi: boolean;
  /** Whether the server listens on loopback. */
  loopback: boolean;
  /** Whether other machines may reach the server, directly or through a proxy. */
  reachable: boolean;
  /** The URL at which users reach the server, if it is configured. */
  publicUrl: string | undefined;
  /** Further host names that are allowed while the server listens on loopback. */
  allowedHosts: readonly string[];
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Whether a REST write takes its `user_id` from the account or from the request. */
  restUserId: 'account' | 'request';
  stopping(): boolean;
}
