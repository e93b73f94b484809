import { isLoopbackName } from '../../api/host-check.ts';
import { createOpenRequests } from '../../api/open-requests.ts';
import type { HttpServices } from '../../api/services.ts';
import type { InstrumentedAdapters } from './instrument-adapters.ts';
import type { Infrastructure } from './open-infrastructure.ts';
import type { Workers } from './start-workers.ts';

export function createHttpServices(
  { config, shared, clock, identifiers, tracer }: Infrastructure,
  {
    memories,
    rankedSearch,
    usage,
    requests,
    embedder,
    extractor,
    reranker,
    limiter,
    metrics,
    outages,
  }: InstrumentedAdapters,
  { readyWaiters, ingestHealth }: Workers,
  own: Pick<HttpServices, 'accounts' | 'recorder' | 'stopping'>,
): HttpServices {
  return {
    ...own,
    store: memories,
    rankedSearch,
    usage,
    requests,
    contentPolicy: config.contentPolicy,
    extracts: extractor !== null,
    mcpToolPrefix: config.mcpToolPrefix,
    queue: shared.queue,
    sharedProblems: shared.problems,
    embedder,
    reranker,
    readyWaiters,
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
  };
}
