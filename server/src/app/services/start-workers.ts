import { startInference } from '../../domain/ingest/extraction/start-inference.ts';
import { startIngest } from '../../domain/ingest/ingest.ts';
import type { IngestEvents } from '../../domain/ingest/ingest-context.ts';
import { createPlainTextProbe } from '../../domain/ingest/plain-text-problem.ts';
import { createReadyWaiters } from '../../domain/ingest/ready-waiters.ts';
import { startReembedding } from '../../domain/ingest/reembed.ts';
import type { ReembeddingEvents } from '../../domain/ingest/reembed-page.ts';
import { createIngestHealth } from '../../observability/ingest-health.ts';
import type { InstrumentedAdapters } from './instrument-adapters.ts';
import type { Infrastructure } from './open-infrastructure.ts';

/** Far less than a call of a provider takes. The local model gets each memory at once. */
const providerClaimPauseMs = 20;

export type Workers = ReturnType<typeof startWorkers>;

/** Starts ingest and re-embedding when this process is a worker, and in any case the observers of ingest. */
export function startWorkers(infrastructure: Infrastructure, adapters: InstrumentedAdapters) {
  const { config, clock, tracer, identifiers } = infrastructure;
  const { store, embedder, outages, extractor, rankedSearch } = adapters;
  const ingestHealth = createIngestHealth(clock, { elsewhere: !config.roles.worker });
  const readyWaiters = createReadyWaiters((accountId, ids) =>
    // The read serves all waiting requests, so it belongs to no request's trace.
    tracer.apart(async () => {
      const found = await store.getMany(accountId, ids);
      return found.filter(({ status }) => status === 'pending').map(({ id }) => id);
    }),
  );
  if (!config.roles.worker) return { readyWaiters, ingestHealth, stop: async () => {} };

  const common = {
    store,
    embedder,
    clock,
    random: () => identifiers.secret(1).readUInt8() / 255,
    // A provider that rejects every text would otherwise seem to work, and the texts to be at fault.
    problemWithAll: createPlainTextProbe(embedder, clock, ({ message }) => outages.failed('embedder', message)),
  };
  const ingest = startIngest({
    ...common,
    startInference:
      extractor && (() => startInference({ store, rankedSearch, extractor, embedder, clock, identifiers })),
    queue: infrastructure.shared.queue,
    claimPauseMs: config.embedder.kind === 'local' ? 0 : providerClaimPauseMs,
    tracer,
    events: ingestEvents(infrastructure, adapters, { readyWaiters, ingestHealth }),
  });
  const reembedding =
    config.reembedRate > 0
      ? startReembedding({
          ...common,
          textsPerMinute: config.reembedRate,
          isBusy: ingest.isBusy,
          untilDone: false,
          events: reembeddingEvents(infrastructure, adapters),
        })
      : null;
  return {
    readyWaiters,
    ingestHealth,
    /** Takes no further work. Unfinished work goes on after the next start. */
    async stop() {
      await Promise.all([ingest.stop(), reembedding?.stop()]);
    },
  };
}

function ingestEvents(
  { log }: Infrastructure,
  { metrics }: InstrumentedAdapters,
  { readyWaiters, ingestHealth }: Pick<Workers, 'readyWaiters' | 'ingestHealth'>,
): IngestEvents {
  return {
    completed(memoryId, failure) {
      readyWaiters.complete(memoryId);
      ingestHealth.completed();
      metrics.ingestEnded(failure ? 'failed' : 'ready');
      if (failure) log.warn({ memory_id: memoryId, failure: failure.code }, 'ingest failed for good');
    },
    postponed(memoryId, { code: failure, message: reason }, at, detail) {
      metrics.ingestEnded('postponed');
      const retryAt = new Date(at).toISOString();
      log.warn({ memory_id: memoryId, failure, reason, detail, retry_at: retryAt }, 'ingest postponed');
    },
    fellBack(memoryId, reason) {
      metrics.inferenceFellBack();
      log.warn({ memory_id: memoryId, reason }, 'no facts could be extracted: the text is stored as it is');
    },
    stumbled: (error) => log.error({ err: error }, 'ingest stumbled and goes on'),
  };
}

function reembeddingEvents({ log }: Infrastructure, { metrics, embedder }: InstrumentedAdapters): ReembeddingEvents {
  return {
    began: (left) => log.info({ memories: left, embedder: embedder.id }, 'memories of another embedder are moved'),
    reembedded: (count) => metrics.reembeddingEnded('moved', count),
    gaveUp(memoryId, reason) {
      metrics.reembeddingEnded('given_up', 1);
      log.warn({ memory_id: memoryId, reason }, 'the embedder can not do this memory: it is found by its words');
    },
    postponed: ({ message: reason, cause: detail }, pauseMs) =>
      log.warn({ reason, detail, pause_ms: Math.round(pauseMs) }, 'moving memories to the embedder waits'),
    finished: () => log.info({ embedder: embedder.id }, 'all memories are of this embedder'),
    stumbled: (error) => log.error({ err: error }, 'moving memories stumbled and goes on'),
  };
}
