import { admitWhenDown } from '../../adapters/in-process/admit-when-down.ts';
import { createMetrics, type Metrics } from '../../api/metrics.ts';
import type { RankedSearch } from '../../domain/search/ranked-search.ts';
import { callName } from '../../observability/call-name.ts';
import { instrument, type Observation, type ObservedSpan, observeAll } from '../../observability/instrument.ts';
import { createOutages, type Outages } from '../../observability/outages.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { type Extractor, ExtractorError } from '../../ports/extractor.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { RequestLog } from '../../ports/request-log.ts';
import { type Reranker, RerankerError } from '../../ports/reranker.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { UsageStore } from '../../ports/usage-store.ts';
import type { Infrastructure } from './open-infrastructure.ts';

/** The adapters as the domain uses them, their calls in metrics, traces and outages. */
export interface InstrumentedAdapters {
  memories: MemoryStore;
  rankedSearch: RankedSearch;
  accounts: AccountStore;
  usage: UsageStore;
  requests: RequestLog;
  embedder: Embedder;
  extractor: Extractor | null;
  reranker: Reranker | null;
  limiter: RateLimiter;
  metrics: Metrics;
  outages: Outages;
}

export function instrumentAdapters(infrastructure: Infrastructure): InstrumentedAdapters {
  const { store, shared, tracer, clock, log, embedder } = infrastructure;
  const outages = createOutages(clock);
  const metrics = createMetrics({
    backlog: () => store.memories.backlog(),
    outdated: () => store.memories.countStale(embedder.id),
    queue: shared.queue,
  });
  const traced = <Store extends object>(one: Store, name: string): Store =>
    instrument(
      one,
      tracer,
      observeAll(one, (method) => ({ span: storeSpan(name, method) })),
    );
  return {
    memories: instrumentMemories(infrastructure, metrics),
    rankedSearch: instrumentSearch(infrastructure, metrics),
    accounts: traced(store.accounts, 'accounts'),
    usage: traced(store.usage, 'usage'),
    requests: traced(store.requests, 'requests'),
    embedder: instrumentEmbedder(infrastructure, metrics, outages),
    extractor: instrumentExtractor(infrastructure, metrics, outages),
    reranker: instrumentReranker(infrastructure, metrics, outages),
    limiter: admitWhenDown(shared.limiter, {
      clock,
      failures: {
        failed: metrics.limiterFailed,
        report: (error) => log.warn({ err: error }, 'the rate limiter can not count: every request is admitted'),
      },
    }),
    metrics,
    outages,
  };
}

function storeSpan(name: string, method: string): ObservedSpan {
  return { name: `${name}.${method}`, attributes: { 'db.operation.name': method } };
}

function instrumentMemories({ store, tracer }: Infrastructure, metrics: Metrics): MemoryStore {
  const memories = instrument(
    store.memories,
    tracer,
    observeAll(store.memories, (method, given) => {
      const name = callName(method, given);
      return {
        span: storeSpan('memories', name),
        ended: (failure, seconds) => metrics.storeCallEnded(name, storeResultOf(failure), seconds),
      };
    }),
  );
  return withTraceParent(memories, tracer);
}

/** The metric and the span have the name of the store's part of a search: it finds the candidates. */
function instrumentSearch({ store, tracer }: Infrastructure, metrics: Metrics): RankedSearch {
  const search = { candidates: store.search };
  return instrument(search, tracer, {
    candidates: () => ({
      span: storeSpan('memories', 'candidates'),
      ended: (failure, seconds) => metrics.storeCallEnded('candidates', storeResultOf(failure), seconds),
    }),
  }).candidates;
}

function storeResultOf(failure: unknown): 'ok' | 'unavailable' | 'failed' {
  if (failure === undefined) return 'ok';
  return failure instanceof StoreUnavailableError ? 'unavailable' : 'failed';
}

/** What is written takes the trace of its request along, for the worker that ingests it. */
function withTraceParent(memories: MemoryStore, tracer: Tracer): MemoryStore {
  return {
    ...memories,
    commit(commits) {
      const traceParent = tracer.current()?.traceParent;
      return memories.commit(commits.map((one) => ({ traceParent, ...one })));
    },
  };
}

function instrumentEmbedder({ embedder, tracer }: Infrastructure, metrics: Metrics, outages: Outages): Embedder {
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': embedder.id };
  const observation = (kind: 'document' | 'query', name: string, texts: number): Observation => ({
    span: { name, attributes: { ...attributes, 'mnema.texts': texts } },
    ended(failure, seconds) {
      metrics.embeddingEnded(kind, resultOf(failure), seconds);
      if (failure === undefined) outages.answered('embedder');
      // Others are the fault of a text.
      else if (failure instanceof EmbedderError && failure.retryable) outages.failed('embedder', failure.message);
    },
  });
  return instrument(embedder, tracer, {
    embedDocuments: (texts) => observation('document', 'embed documents', texts.length),
    embedQuery: () => observation('query', 'embed query', 1),
  });
}

function instrumentExtractor(
  { extractor, tracer }: Infrastructure,
  metrics: Metrics,
  outages: Outages,
): Extractor | null {
  if (!extractor) return null;
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': extractor.id };
  return instrument(extractor, tracer, {
    answer: (task) => ({
      span: { name: `extract ${task.name}`, attributes },
      ended(failure, seconds) {
        metrics.extractionEnded(resultOf(failure), seconds);
        if (failure === undefined) outages.answered('language model');
        // Others are the fault of a text.
        else if (failure instanceof ExtractorError && failure.retryable)
          outages.failed('language model', failure.message);
      },
    }),
  });
}

/** A search goes on without its reranker, so that only the log shows when one is away. */
function instrumentReranker(
  { reranker, tracer, log }: Infrastructure,
  metrics: Metrics,
  outages: Outages,
): Reranker | null {
  if (!reranker) return null;
  let works = true;
  function report(failure: unknown): void {
    if (works === (failure === undefined)) return;
    works = !works;
    if (works) {
      log.info('the reranker answers again');
      return;
    }
    const reason =
      failure instanceof RerankerError ? { reason: failure.message, detail: failure.cause } : { err: failure };
    log.warn(reason, 'the reranker does not answer: searches come from our own ranking');
  }
  return instrument(reranker, tracer, {
    relevances: () => ({
      ended(failure, seconds) {
        metrics.rerankingEnded(resultOf(failure), seconds);
        if (failure === undefined) outages.answered('reranker');
        else if (failure instanceof RerankerError) outages.failed('reranker', failure.message);
        report(failure);
      },
    }),
  });
}

function resultOf(failure: unknown): 'ok' | 'failed' {
  return failure === undefined ? 'ok' : 'failed';
}
