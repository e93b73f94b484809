import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import { admitAll, fallBackWhenDown } from '../../adapters/in-process/fall-back-when-down.ts';
import { createMetrics, type Metrics } from '../../api/metrics.ts';
import type { Commit } from '../../domain/memories/changes.ts';
import type { MemoryStore } from '../../domain/memories/memory-store.ts';
import type { RankedSearch } from '../../domain/search/ranked-search.ts';
import { type ChangeVersions, createChangeVersions } from '../../lib/change-versions.ts';
import { instrument, type Observation, observeAll } from '../../observability/instrument.ts';
import { createOutages, type Outages, type Provider } from '../../observability/outages.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import { ExtractorError } from '../../ports/extractor.ts';
import type { AnyKind } from '../../ports/record-store.ts';
import { RerankerError } from '../../ports/reranker.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { Infrastructure } from './open-infrastructure.ts';

export type InstrumentedAdapters = ReturnType<typeof instrumentAdapters>;

/** Returns the adapters for the domain, with their calls in metrics, traces and outages. */
export function instrumentAdapters(infrastructure: Infrastructure) {
  const { store, shared, clock, embedder } = infrastructure;
  const outages = createOutages(clock);
  const metrics = createMetrics({
    backlog: () => store.memories.backlog(),
    staleEmbeddings: () => store.memories.countStale(embedder.id),
    compactionDueSince: store.compactionDueSince,
    queue: shared.queue,
  });
  const changes = createChangeVersions();
  return {
    store: instrumentMemories(infrastructure, metrics, changes),
    changes,
    rankedSearch: instrumentSearch(infrastructure, metrics),
    records: instrumentRecords(infrastructure, changes),
    embedder: instrumentEmbedder(infrastructure, metrics, outages),
    extractor: instrumentExtractor(infrastructure, metrics, outages),
    reranker: instrumentReranker(infrastructure, metrics, outages),
    ...createLimiters(infrastructure, metrics),
    metrics,
    outages,
  };
}

/**
 * Creates the limiter of plans and that of passwords. Guesses must stay limited while the shared counters are
 * unavailable.
 */
function createLimiters({ shared, clock, log }: Infrastructure, { limiterFailed: failed }: Metrics) {
  const admitting = (error: unknown) =>
    log.warn({ err: error }, 'the rate limiter cannot count: requests are admitted beyond the rate of their plan');
  const counting = (error: unknown) =>
    log.warn({ err: error }, 'the rate limiter cannot count: this process counts log-ins and registrations alone');
  return {
    limiter: fallBackWhenDown(shared.limiter, {
      fallback: admitAll,
      clock,
      failures: { failed, report: admitting },
    }),
    attemptLimiter: fallBackWhenDown(shared.limiter, {
      fallback: createInProcessRateLimiter(),
      clock,
      failures: { failed, report: counting },
    }),
  };
}

function storeSpan(store: string, method: string) {
  return { name: `${store}.${method}`, attributes: { 'db.operation.name': method } };
}

function memoriesCall(name: string, metrics: Metrics): Observation {
  return {
    span: storeSpan('memories', name),
    ended(failure, seconds) {
      const failed = failure instanceof StoreUnavailableError ? 'unavailable' : 'failed';
      metrics.storeCallEnded(name, failure === undefined ? 'ok' : failed, seconds);
    },
  };
}

function instrumentMemories({ store, tracer }: Infrastructure, metrics: Metrics, changes: ChangeVersions): MemoryStore {
  const memories = instrument(
    store.memories,
    tracer,
    observeAll(store.memories, (method, given) => memoriesCall(callName(method, given), metrics)),
  );
  return {
    ...memories,
    async commit(commits) {
      // The worker that ingests a write continues the trace of its request.
      const traceParent = tracer.current()?.traceParent;
      try {
        return await memories.commit(commits.map((one) => ({ traceParent, ...one })));
      } finally {
        // After an error it may be unknown whether the commit was written.
        for (const { accountId } of commits) changes.changed(accountId);
      }
    },
  };
}

/** A span has the name of the command or query, or that of the kind and the read. */
function instrumentRecords({ store: { records }, tracer }: Infrastructure, changes: ChangeVersions): typeof records {
  const observed = observeAll(records, (method, given) => {
    const [first, second] = given as [AnyKind | string, string];
    return { span: typeof first === 'string' ? storeSpan('records', second) : storeSpan(first.name, method) };
  });
  const instrumented = instrument(records, tracer, observed);
  return {
    ...instrumented,
    run: (accountId, name, input) =>
      instrumented.run(accountId, name, input).finally(() => {
        // A hidden memory changes the data of its account.
        if (name === 'hideMemories') changes.changed(accountId);
      }),
  };
}

/** Names a commit after its first change, because its duration depends on the kind of change. */
function callName(method: string, given: readonly unknown[]): string {
  if (method !== 'commit') return method;
  const [commits] = given as [readonly Commit[]];
  return commits[0]?.changes[0]?.kind ?? method;
}

/** The metric and the span have the name of the store's part of a search, which finds the candidates. */
function instrumentSearch({ store, tracer }: Infrastructure, metrics: Metrics): RankedSearch {
  const search = { candidates: store.search };
  return instrument(search, tracer, { candidates: () => memoriesCall('candidates', metrics) }).candidates;
}

/** Returns a recorder of a provider's calls. It records their metric, and whether the provider is unavailable. */
function recorderOf(
  outages: Outages,
  provider: Provider,
  count: (result: 'ok' | 'failed', seconds: number) => void,
  isOutage: (failure: unknown) => failure is Error,
): Required<Observation>['ended'] {
  return (failure, seconds) => {
    count(failure === undefined ? 'ok' : 'failed', seconds);
    if (failure === undefined) outages.responded(provider);
    else if (isOutage(failure)) outages.failed(provider, failure.message);
  };
}

/** Whether the provider is unavailable. Other errors are caused by a text. */
function isProviderAway(failure: unknown): failure is EmbedderError | ExtractorError {
  return (failure instanceof EmbedderError || failure instanceof ExtractorError) && failure.retryable;
}

function instrumentEmbedder({ embedder, tracer }: Infrastructure, metrics: Metrics, outages: Outages) {
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': embedder.id };
  const observation = (kind: 'document' | 'query', texts: number): Observation => ({
    span: {
      name: `embed ${kind === 'query' ? 'query' : 'documents'}`,
      attributes: { ...attributes, 'mnema.texts': texts },
    },
    ended: recorderOf(outages, 'embedder', (...end) => metrics.embeddingEnded(kind, ...end), isProviderAway),
  });
  const observers = {
    embedDocuments: (texts: readonly string[]) => observation('document', texts.length),
    embedQuery: () => observation('query', 1),
  };
  const observed = instrument(embedder, tracer, observers);
  return embedder.tokens ? { ...observed, tokens: instrument(embedder.tokens, tracer, observers) } : observed;
}

function instrumentExtractor({ extractor, tracer }: Infrastructure, metrics: Metrics, outages: Outages) {
  if (!extractor) return null;
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': extractor.id };
  const ended = recorderOf(outages, 'language model', metrics.extractionEnded, isProviderAway);
  return instrument(extractor, tracer, {
    generate: (task) => ({ span: { name: `extract ${task.name}`, attributes }, ended }),
  });
}

/** A search continues without its reranker, so only the log and the readiness show that it is unavailable. */
function instrumentReranker({ reranker, tracer, log }: Infrastructure, metrics: Metrics, outages: Outages) {
  if (!reranker) return null;
  let works = true;
  const isAway = (failure: unknown) => failure instanceof RerankerError;
  const record = recorderOf(outages, 'reranker', metrics.rerankingEnded, isAway);
  function report(failure: unknown): void {
    if (works === (failure === undefined)) return;
    works = !works;
    if (works) {
      log.info('the reranker responds again');
      return;
    }
    const reason =
      failure instanceof RerankerError ? { reason: failure.message, detail: failure.cause } : { err: failure };
    log.warn(reason, 'the reranker does not respond: searches use the default ranking');
  }
  return instrument(reranker, tracer, {
    relevances: () => ({
      ended(failure, seconds) {
        record(failure, seconds);
        report(failure);
      },
    }),
  });
}
