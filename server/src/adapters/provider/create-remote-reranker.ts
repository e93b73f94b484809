import { type Reranker, RerankerError } from '../../ports/reranker.ts';
import { type CallLimits, createProviderCalls, type RemoteModel } from './provider-calls.ts';
import { ProviderError, type RerankingDialect, toSendable } from './provider-dialect.ts';

/** A search waits for the reranker, so a second attempt follows only if the first one fails immediately. */
const usualLimits: CallLimits = { maxAttempts: 2, attemptMs: 1_000, deadlineMs: 1_000, patienceMs: 250 };

export function createRemoteReranker(
  dialect: RerankingDialect,
  { model, limits = usualLimits }: RemoteModel,
): Reranker {
  const { provider, maxQueryCharacters, maxTextCharacters } = dialect;
  const calls = createProviderCalls(provider, ({ message, cause }) => new RerankerError(message, { cause }));
  return {
    id: `${dialect.prefix}/${model}`,
    async relevances(query, texts) {
      if (texts.length === 0) return [];
      const request = {
        model,
        query: toSendable(query.slice(0, maxQueryCharacters)),
        texts: texts.map((text) => toSendable(text.slice(0, maxTextCharacters))),
      };
      return calls.call(limits, async (signal) => {
        const results = await dialect.rerank(request, signal);
        return toRelevances(results, provider, texts.length);
      });
    },
    close: async () => calls.close(),
  };
}

/** Checks the results and puts their relevances into the order of the texts. @throws {ProviderError} */
function toRelevances(results: unknown, provider: string, count: number): number[] {
  const wrong = (what: string) => new ProviderError('outage', `${provider} responded with ${what}`);
  if (!Array.isArray(results)) throw wrong('no list of results');
  const relevances = new Array<number | undefined>(count).fill(undefined);
  for (const result of results as ({ index?: unknown; relevance_score?: unknown } | null)[]) {
    const { index, relevance_score: relevance } = result ?? {};
    if (typeof index !== 'number' || !(index in relevances)) throw wrong('a result for a text that was not sent');
    if (relevances[index] !== undefined) throw wrong('two results for one text');
    if (typeof relevance !== 'number' || !(relevance >= 0 && relevance <= 1)) throw wrong('a relevance out of 0 to 1');
    relevances[index] = relevance;
  }
  if (results.length < count) throw wrong(`${results.length} results to ${count} texts`);
  return relevances as number[];
}
