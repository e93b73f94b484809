import type { Reranker } from '../../ports/reranker.ts';

/** `failure`: undefined when it answered. */
export type OnReranking = (failure: unknown, seconds: number) => void;

/** `reranker`, telling of each call how long it took and how it ended. */
export function measureReranker(reranker: Reranker, ended: OnReranking): Reranker {
  return {
    id: reranker.id,
    async relevances(query, texts) {
      const startedAt = performance.now();
      const secondsPassed = () => (performance.now() - startedAt) / 1_000;
      try {
        const relevances = await reranker.relevances(query, texts);
        ended(undefined, secondsPassed());
        return relevances;
      } catch (error) {
        ended(error, secondsPassed());
        throw error;
      }
    },
    close: () => reranker.close(),
  };
}
