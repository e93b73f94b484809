import { LRUCache } from 'lru-cache';

const maxQueries = 1_000;

/** Keeps the vectors of recent queries. Concurrent searches with the same query share one embedding. */
export function createQueryCache(embed: (text: string) => Promise<Float32Array>) {
  const queries = new LRUCache<string, Float32Array>({ max: maxQueries, fetchMethod: embed, ignoreFetchAbort: true });
  return {
    // The copy protects the cached vector from changes by a caller.
    get: async (text: string) => ((await queries.fetch(text)) as Float32Array).slice(),
    clear: () => queries.clear(),
  };
}
