import { LRUCache } from 'lru-cache';
import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import { admitAll, fallBackWhenDown } from '../../adapters/in-process/fall-back-when-down.ts';
import type { MemoryStore } from '../../domain/memories/memory-store.ts';
import { instrument, type Observation } from '../../observability/instrument.ts';
import { createOutages, type Outages, type Provider } from '../../observability/outages.ts';
import { ModelError } from '../../ports/embedder.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { RerankerError } from '../../ports/reranker.ts';
import type { Infrastructure } from './open-infrastructure.ts';

export type Adapters = ReturnType<typeof instrumentAdapters>;

export function instrumentAdapters(infrastructure: Infrastructure) {
  const { database, clock, tracer } = infrastructure;
  const outages = createOutages(clock);
  const changes = createChangeVersions();
  const store: MemoryStore = {
    ...database.memories,
    async commit(commits) {
      // The worker that ingests a write continues the trace of its request.
      const traceParent = tracer.current()?.traceParent;
      try {
        return await database.memories.commit(commits.map((one) => ({ traceParent, ...one })));
      } finally {
        // After an error it may be unknown whether the commit was written.
        for (const { accountId } of commits) changes.changed(accountId);
      }
    },
  };
  const records: typeof database.records = {
    ...database.records,
    run: (accountId, name, input) =>
      database.records.run(accountId, name, input).finally(() => {
        // A hidden memory changes the data of its account.
        if (name === 'hideMemories') changes.changed(accountId);
      }),
  };
  return {
    ...infrastructure,
    ...{ store, changes, records, outages },
    rankedSearch: database.search,
    embedder: instrumentEmbedder(infrastructure, outages),
    extractor: instrumentExtractor(infrastructure, outages),
    reranker: instrumentReranker(infrastructure, outages),
    ...createLimiters(infrastructure),
  };
}

/** Guesses of passwords must stay limited while the shared counters are unavailable. */
function createLimiters({ shared, clock, log, metrics }: Infrastructure) {
  const fallBack = (fallback: RateLimiter, effect: string) =>
    fallBackWhenDown(shared.limiter, {
      ...{ fallback, clock },
      failures: {
        failed: metrics.limiterFailed,
        report: (error) => log.warn({ err: error }, `the rate limiter cannot count: ${effect}`),
      },
    });
  return {
    limiter: fallBack(admitAll, 'requests are admitted beyond the rate of their plan'),
    attemptLimiter: fallBack(createInProcessRateLimiter(), 'this process counts log-ins and registrations alone'),
  };
}

/** Returns a recorder of a provider's calls. It records their metric, and whether the provider is unavailable. */
function recorderOf(
  outages: Outages,
  provider: Provider,
  count: (result: 'ok' | 'failed', seconds: number) => void,
): Observation['ended'] {
  return (failure, seconds) => {
    count(failure === undefined ? 'ok' : 'failed', seconds);
    // Other errors are caused by a text.
    const isOutage = failure instanceof RerankerError || (failure instanceof ModelError && failure.retryable);
    if (failure === undefined) outages.responded(provider);
    else if (isOutage) outages.failed(provider, failure.message);
  };
}

function instrumentEmbedder({ embedder, tracer, metrics }: Infrastructure, outages: Outages) {
  const attributes = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': embedder.id };
  const observation = (kind: 'document' | 'query', name: string, texts: number): Observation => ({
    span: { name, attributes: { ...attributes, 'mnema.texts': texts } },
    ended: recorderOf(outages, 'embedder', (...end) => metrics.embeddingEnded(kind, ...end)),
  });
  const observers = {
    embedDocuments: (texts: readonly string[]) => observation('document', 'embed documents', texts.length),
    embedQuery: () => observation('query', 'embed query', 1),
  };
  const observed = instrument(embedder, tracer, observers);
  return embedder.tokens ? { ...observed, tokens: instrument(embedder.tokens, tracer, observers) } : observed;
}

function instrumentExtractor({ extractor, tracer, metrics }: Infrastructure, outages: Outages) {
  if (!extractor) return null;
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': extractor.id };
  const ended = recorderOf(outages, 'language model', metrics.extractionEnded);
  const generate = ({ name }: { name: string }) => ({ span: { name: `extract ${name}`, attributes }, ended });
  return instrument(extractor, tracer, { generate });
}

/** A search continues without its reranker, so only the log and the readiness show that it is unavailable. */
function instrumentReranker({ reranker, tracer, metrics, log }: Infrastructure, outages: Outages) {
  if (!reranker) return null;
  let works = true;
  const record = recorderOf(outages, 'reranker', metrics.rerankingEnded);
  const ended: typeof record = (failure, seconds) => {
    record(failure, seconds);
    if (works === (failure === undefined)) return;
    works = !works;
    if (works) log.info('the reranker responds again');
    else {
      const isKnown = failure instanceof RerankerError;
      const reason = isKnown ? { reason: failure.message, detail: failure.cause } : { err: failure };
      log.warn(reason, 'the reranker does not respond: searches use the default ranking');
    }
  };
  return instrument(reranker, tracer, { relevances: () => ({ ended }) });
}

/** An account beyond this number gets another version, and its results are computed again. */
const maxAccounts = 10_000;

/** Versions of the accounts' data in this process. One sequence numbers all, so that no version ever returns. */
export function createChangeVersions(max = maxAccounts) {
  let last = 0;
  const versions = new LRUCache<string, number>({ max, memoMethod: () => ++last });
  return { changed: (accountId: string) => versions.delete(accountId), of: (id: string) => versions.memo(id) };
}
