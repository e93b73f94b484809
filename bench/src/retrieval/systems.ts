import type { MemoryStore } from '../../../server/src/domain/memories/memory-store.ts';
import { type Embedder, EmbedderError } from '../../../server/src/ports/embedder.ts';

interface Parts {
  store: MemoryStore;
  embedder: Embedder;
}

export const systemNames = ['words alone', 'vectors alone', 'the whole'] as const;
export type SystemName = (typeof systemNames)[number];

/** The dependencies of a search with a part of its signals. */
export const systems: Record<SystemName, (parts: Parts) => Parts> = {
  'words alone': ({ store, embedder }) => ({ store, embedder: withoutQueries(embedder) }),
  'vectors alone': ({ store, embedder }) => ({ store: withoutWords(store), embedder }),
  'the whole': (parts) => parts,
};

/** Fails like an embedder in an outage. */
function withoutQueries(embedder: Embedder): Embedder {
  return new Proxy(embedder, {
    get(target, property) {
      if (property === 'tokens') return undefined;
      if (property === 'embedQuery') {
        return async () => {
          throw new EmbedderError('switched off to measure the words alone', { retryable: true });
        };
      }
      return own(target, property);
    },
  });
}

/** Finds no memory by words or identifiers. */
function withoutWords(store: MemoryStore): MemoryStore {
  return new Proxy(store, {
    get(target, property) {
      if (property !== 'candidates') return own(target, property);
      const candidates: MemoryStore['candidates'] = async (query) => {
        const found = await target.candidates({ ...query, words: [], identifiers: [] });
        // The result has one count for each word of the query, which the caller needs.
        const none = query.words.map(() => 0);
        const noneIdentified = query.identifiers.map(() => false);
        return {
          ...found,
          candidates: found.candidates.map((candidate) => ({
            ...candidate,
            ...{ wordCounts: none, tagged: [], identified: noneIdentified },
          })),
          documentFrequencies: none,
          identifierFrequencies: query.identifiers.map(() => 0),
        };
      };
      return candidates;
    },
  });
}

function own<Target extends object>(target: Target, property: string | symbol): unknown {
  const value: unknown = Reflect.get(target, property, target);
  return typeof value === 'function' ? value.bind(target) : value;
}
