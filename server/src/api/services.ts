import type { AccountService } from '../domain/accounts/account-service.ts';
import type { ReadyWaiters } from '../domain/ingest/ready-waiters.ts';
import type { ContentPolicy } from '../domain/memories/content-policy.ts';
import type { RankedSearch } from '../domain/search/ranked-search.ts';
import type { RequestRecorder } from '../domain/usage/request-recorder.ts';
import type { IngestHealth } from '../observability/ingest-health.ts';
import type { Outages } from '../observability/outages.ts';
import type { Clock } from '../ports/clock.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { IngestQueue } from '../ports/ingest-queue.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { RequestLog } from '../ports/request-log.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { UsageStore } from '../ports/usage-store.ts';
import type { Metrics } from './metrics.ts';
import type { OpenRequests } from './open-requests.ts';

/** Everything behind the HTTP interface. Each middleware and handler picks the fields that it uses. */
export interface HttpServices {
  accounts: AccountService;
  store: MemoryStore;
  /** Finds and ranks memories where the store's rows are. */
  rankedSearch: RankedSearch;
  usage: UsageStore;
  requests: RequestLog;
  recorder: RequestRecorder;
  /** What becomes of a write that carries a secret. */
  contentPolicy: ContentPolicy;
  /** Whether a language model extracts facts from what is written with `infer`. */
  extracts: boolean;
  /** What the names of MCP tools begin with. */
  mcpToolPrefix: string;
  queue: IngestQueue;
  /** What does not work at present of what several processes share, for people; empty when all is well. */
  sharedProblems(): string[];
  embedder: Embedder;
  /** null: search answers from its own ranking. */
  reranker: Reranker | null;
  readyWaiters: ReadyWaiters;
  ingestHealth: IngestHealth;
  outages: Pick<Outages, 'reasons'>;
  clock: Clock;
  identifiers: Identifiers;
  metrics: Metrics;
  tracer: Tracer;
  metricsToken: string | undefined;
  limiter: RateLimiter;
  /** Whether plans limit how many requests an account sends. */
  rateLimits: 'plan' | 'off';
  openRequests: OpenRequests;
  /** False: this is a worker, which answers for its health and nothing else. */
  isApi: boolean;
  /** Whether only this machine can reach the server. */
  loopback: boolean;
  /** Where users reach the server, if the operator said so. */
  publicUrl: string | undefined;
  /** Further names that the server answers to while it listens on loopback. */
  allowedHosts: readonly string[];
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Whose `user_id` a REST write gets: the account's, always, or the request's. */
  restUserId: 'account' | 'request';
  stopping(): boolean;
}
