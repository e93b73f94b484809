import { type Reranker, RerankerError } from '../../ports/reranker.ts';
import { type CallLimits, createProviderCalls } from './provider-calls.ts';
import { ProviderError } from './provider-error.ts';
import { toSendable } from './to-sendable.ts';

export interface RemoteRerankModel {
  /** As messages call it. */
  provider: string;
  id: string;
  /** What is sent of the query and of each text at most, in UTF-16 units. */
  queryMost: number;
  textMost: number;
  /** One request. Resolves to what stands in the place of the results, unchecked. @throws {ProviderError} */
  request(query: string, texts: string[], signal: AbortSignal): Promise<unknown>;
}

/** A search waits for it: there is time for a second attempt only when the first one fails at once. */
const usualLimits: CallLimits = { attemptsMost: 2, attemptMs: 1_000, deadlineMs: 1_000, patienceMs: 250 };

/** A reranker over HTTP. */
export function createRemoteReranker(model: RemoteRerankModel, limits: CallLimits = usualLimits): Reranker {
  const { provider, queryMost, textMost } = model;
  const calls = createProviderCalls({ provider });
  let closed = false;
  return {
    id: model.id,
    async relevances(query, texts) {
      if (closed) throw new RerankerError('the reranker is closed');
      if (texts.length === 0) return [];
      const asked = toSendable(query.slice(0, queryMost));
      const documents = texts.map((text) => toSendable(text.slice(0, textMost)));
      try {
        return await calls.call(limits, async (signal) =>
          toRelevances(await model.request(asked, documents, signal), { provider, count: texts.length }),
        );
      } catch (error) {
        throw error instanceof ProviderError ? new RerankerError(error.message, { cause: error.detail }) : error;
      }
    },
    async close() {
      closed = true;
      calls.close();
    },
  };
}

/**
 * The relevances of an answer in the order of the texts, checked.
 * @param answer whatever the provider sent in the place of its results
 * @throws {ProviderError}
 */
function toRelevances(answer: unknown, { provider, count }: { provider: string; count: number }): number[] {
  const wrong = (what: string) => new ProviderError(`${provider} answered with ${what}`, { fault: 'outage' });
  if (!Array.isArray(answer)) throw wrong('no list of results');
  const relevances = new Array<number | undefined>(count).fill(undefined);
  for (const result of answer as ({ index?: unknown; relevance?: unknown } | null)[]) {
    const { index, relevance } = result ?? {};
    if (typeof index !== 'number' || !(index in relevances)) throw wrong('a result for a text that was not sent');
    if (relevances[index] !== undefined) throw wrong('two results for one text');
    if (typeof relevance !== 'number' || !(relevance >= 0 && relevance <= 1)) throw wrong('a relevance out of 0 to 1');
    relevances[index] = relevance;
  }
  return relevances.map((relevance) => {
    if (relevance === undefined) throw wrong(`${answer.length} results to ${count} texts`);
    return relevance;
  });
}
