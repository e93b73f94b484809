import { LRUCache } from 'lru-cache';

const maxQueries = 1_000;

type Query = { accountId: string; text: string };

/** Searches of an account share embeddings. Accounts do not: the time of a response would show what others sent. */
export function createQueryCache<Embedding extends object>(embed: (query: Query) => Promise<Embedding>) {
  const queries = new LRUCache<string, Embedding, Query>({
    max: maxQueries,
    fetchMethod: (_key, _stale, { context }) => embed(context),
    ignoreFetchAbort: true,
  });
  return {
    async get(accountId: string, text: string): Promise<Embedding> {
      const key = JSON.stringify([accountId, text]);
      const embedding = await queries.fetch(key, { context: { accountId, text } });
      // A caller may change its copy.
      return structuredClone(embedding as Embedding);
    },
    clear: () => queries.clear(),
  };
}
