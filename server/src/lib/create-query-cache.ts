import { LRUCache } from 'lru-cache';

const maxQueries = 1_000;

interface Query {
  accountId: string;
  text: string;
}

/**
 * Keeps the vectors of recent queries. Concurrent searches of an account with the same query share one embedding.
 * Accounts share nothing: otherwise the time of a response would show what another account has searched for.
 */
export function createQueryCache(embed: (query: Query) => Promise<Float32Array>) {
  const queries = new LRUCache<string, Float32Array, Query>({
    max: maxQueries,
    fetchMethod: (_key, _stale, { context }) => embed(context),
    ignoreFetchAbort: true,
  });
  return {
    async get(accountId: string, text: string): Promise<Float32Array> {
      const key = JSON.stringify([accountId, text]);
      const vector = await queries.fetch(key, { context: { accountId, text } });
      // The copy protects the cached vector from changes by a caller.
      return (vector as Float32Array).slice();
    },
    clear: () => queries.clear(),
  };
}
