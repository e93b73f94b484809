import type { Reranker } from '../../ports/reranker.ts';
import { timed } from './timed.ts';

/** `failure`: undefined when it answered. */
export type OnReranking = (failure: unknown, seconds: number) => void;

/** `reranker`, telling of each call how long it took and how it ended. */
export function measureReranker(reranker: Reranker, ended: OnReranking): Reranker {
  return {
    id: reranker.id,
    relevances: (query, texts) => timed(() => reranker.relevances(query, texts), ended),
    close: () => reranker.close(),
  };
}
