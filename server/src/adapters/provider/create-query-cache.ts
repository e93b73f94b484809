import { LRUCache } from 'lru-cache';

/** Keeps the vectors of recent queries. Concurrent searches with the same query share one embedding. */
export interface QueryCache {
  get(text: string): Promise<Float32Array>;
  clear(): void;
}

const maxQueries = 1_000;

export function createQueryCache(embed: (text: string) => Promise<Float32Array>): QueryCache {
  const queries = new LRUCache<string, Promise<Float32Array>>({ max: maxQueries });
  return {
    async get(text) {
      let vector = queries.get(text);
      if (vector === undefined) {
        vector = embed(text);
        const created = vector;
        queries.set(text, created);
        created.catch(() => {
          if (queries.peek(text) === created) queries.delete(text);
        });
      }
      // The copy protects the cached vector from changes by a caller.
      return (await vector).slice();
    },
    clear: () => queries.clear(),
  };
}
