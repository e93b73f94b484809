import { isLoopbackName } from '../../api/host-check.ts';
import { createOpenRequests } from '../../api/open-requests.ts';
import type { HttpServices } from '../../api/services.ts';
import type { InstrumentedAdapters } from './instrument-adapters.ts';
import type { Infrastructure } from './open-infrastructure.ts';
import type { Workers } from './start-workers.ts';

export function createHttpServices(
  { config, shared, clock, identifiers, tracer }: Infrastructure,
  adapters: InstrumentedAdapters,
  { readyWaiters, ingestHealth }: Workers,
  own: Pick<HttpServices, 'accounts' | 'recorder' | 'stopping'>,
): HttpServices {
  return {
    ...adapters,
    ...own,
    clock,
    identifiers,
    tracer,
    readyWaiters,
    ingestHealth,
    extracts: adapters.extractor !== null,
    queue: shared.queue,
    sharedProblems: shared.problems,
    openRequests: createOpenRequests(),
    loopback: isLoopbackName(config.host.toLowerCase()),
    isApi: config.roles.api,
    contentPolicy: config.contentPolicy,
    mcpToolPrefix: config.mcpToolPrefix,
    metricsToken: config.metricsToken,
    rateLimits: config.rateLimits,
    publicUrl: config.publicUrl,
    allowedHosts: config.allowedHosts,
    trustedProxies: config.trustedProxies,
    restUserId: config.restUserId,
  };
}
