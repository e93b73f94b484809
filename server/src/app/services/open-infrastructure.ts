import type { Logger } from 'pino';
import type { openRedis } from '../../adapters/bull/open-redis.ts';
import { createInProcessQueue } from '../../adapters/in-process/create-ingest-queue.ts';
import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import { createIdentifiers, systemClock } from '../../adapters/system/clock-and-identifiers.ts';
import { createMetrics } from '../../api/metrics.ts';
import type { Config } from '../../config/config.ts';
import { createLog } from '../../observability/create-log.ts';
import { instrumentStore } from '../../observability/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { noTracer } from '../../ports/tracer.ts';
import { createEmbedder, createExtractor, createReranker } from './create-providers.ts';
import { openStore } from './open-store.ts';

export interface InfrastructureOverrides {
  clock?: Clock;
  embedder?: Embedder;
  limiter?: RateLimiter;
  log?: Logger;
  /** Simulates a full disk: the store may not grow beyond this many pages. */
  maxPages?: number;
}

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;

export async function openInfrastructure(config: Config, overrides: InfrastructureOverrides) {
  let tracer = noTracer;
  const log = overrides.log ?? createLog(config.logLevel, config.tracing ? { present: () => tracer.current() } : {});
  if (config.tracing) {
    // SDK and exporter are loaded only if traces are sent.
    const { openTracer } = await import('../../observability/opentelemetry/open-tracer.ts');
    const onProblem = (problem: string) => log.warn({ problem }, 'traces cannot be sent');
    tracer = openTracer({ ...config.tracing, onProblem });
  }
  const clock = overrides.clock ?? systemClock;
  let closing = false;
  const extractor = await createExtractor(config);
  const reranker = await createReranker(config);
  const embedder = overrides.embedder ?? (await createEmbedder(config, log, () => closing));
  const { maxPages } = overrides;
  const shared = await openShared(config, log);
  const compactionDueSince = async () => (await database.local?.compactionDueSince()) ?? null;
  const metrics = createMetrics({
    backlog: () => database.memories.backlog(),
    staleEmbeddings: () => database.memories.countStale(embedder.id),
    compactionDueSince,
    queue: shared.queue,
  });
  const observe = <Calls extends object>(calls: Calls) => instrumentStore(calls, tracer, metrics.storeCallEnded);
  const opening = openStore(config, { clock, log, encoder: embedder, maxPages, observe });
  const database = await opening.catch(async (error: unknown) => {
    closing = true;
    await Promise.all([embedder.close(), shared.close()]);
    throw error;
  });
  return {
    ...{ config, log, tracer, metrics, clock, database, compactionDueSince, embedder, extractor, reranker },
    identifiers: createIdentifiers(clock, database.lastMemoryId),
    shared: { ...shared, limiter: overrides.limiter ?? shared.limiter },
    /** A model that does not load later is not logged. */
    beginClose() {
      closing = true;
    },
  };
}

async function openShared({ redis }: Config, log: Logger): Promise<ReturnType<typeof openRedis>> {
  if (!redis) {
    const queue = createInProcessQueue();
    return { queue, limiter: createInProcessRateLimiter(), problems: () => [], close: () => queue.close() };
  }
  return (await import('../../adapters/bull/open-redis.ts')).openRedis(redis, log);
}
