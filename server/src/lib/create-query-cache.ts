import { LRUCache } from 'lru-cache';

/** Keeps the vectors of recent queries. Concurrent searches with the same query share one embedding. */
export interface QueryCache {
  get(text: string): Promise<Float32Array>;
  clear(): void;
}

const maxQueries = 1_000;

export function createQueryCache(embed: (text: string) => Promise<Float32Array>): QueryCache {
  const queries = new LRUCache<string, Float32Array>({ max: maxQueries, fetchMethod: embed, ignoreFetchAbort: true });
  return {
    // The copy protects the cached vector from changes by a caller.
    get: async (text) => ((await queries.fetch(text)) as Float32Array).slice(),
    clear: () => queries.clear(),
  };
}
