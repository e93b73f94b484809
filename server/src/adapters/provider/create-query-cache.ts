import { LRUCache } from 'lru-cache';

/** The vectors of the queries asked last; a query asked by several at once is embedded once. */
export interface QueryCache {
  get(text: string): Promise<Float32Array>;
  clear(): void;
}

const queriesMost = 1_000;

export function createQueryCache(embed: (text: string) => Promise<Float32Array>): QueryCache {
  const queries = new LRUCache<string, Promise<Float32Array>>({ max: queriesMost });
  return {
    async get(text) {
      let vector = queries.get(text);
      if (vector === undefined) {
        vector = embed(text);
        const asked = vector;
        queries.set(text, asked);
        asked.catch(() => {
          if (queries.peek(text) === asked) queries.delete(text);
        });
      }
      // A copy, so that no caller can change what the next one gets.
      return (await vector).slice();
    },
    clear: () => queries.clear(),
  };
}
