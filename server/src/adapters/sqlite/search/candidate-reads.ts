import type { DatabaseSync } from 'node:sqlite';
import type { CandidateQuery, Candidates, Scope, WordStatistics } from '../../../ports/memory-store.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { chooseCandidates, masked, readCandidates } from './candidates.ts';
import type { OwnerIndex } from './owner-index.ts';
import { OwnerIndexes } from './owner-indexes.ts';
import type { View } from './owner-places.ts';
import { cosinesOfFew, streamCosines } from './stream-cosines.ts';
import { createVectorDots } from './vector-dots.ts';
import { createWordSearches } from './word-search.ts';

/** Sooner read one by one than with all of the owner's. */
const fewMemories = 1_000;

export interface CandidateReads {
  candidates(query: CandidateQuery): Steps<Candidates>;
  wordStatistics(query: { scope: Scope; words: readonly string[] }): Steps<WordStatistics>;
  /** Reads what the owner that wrote last has: most likely it searches first. Gives way to searches like any other read. */
  readLatest(): Steps<void>;
}

/** Searches of the store, each in steps, over the indexes of the owners that searched last. */
export function createCandidateReads(db: DatabaseSync, cacheBytes: number): CandidateReads {
  const dots = createVectorDots();
  const searchWords = createWordSearches(db);
  const indexes = new OwnerIndexes(cacheBytes, dots);

  /** Ends in the transaction that the index is up to date in. */
  function* untilRead(index: OwnerIndex, dimensions: number | null): Steps<void> {
    for (;;) {
      const isDone = index.advance(db, dimensions);
      indexes.makeRoomFor(index);
      if (isDone) return;
      yield;
    }
  }

  /** Of what the view sees; where there is no room for the vectors they are read from the table. */
  function* cosinesOf(index: OwnerIndex, view: View, query: Float32Array): Steps<Float32Array> {
    if (index.hasVectors) return index.cosines(view.mask, query);
    if (view.memories <= fewMemories) return cosinesOfFew(db, index, view.mask, query, dots);
    return masked(yield* streamCosines(db, index, query, dots), view);
  }

  return {
    *candidates(query) {
      const owner = findOwner(db, query.scope.ownerId);
      if (owner === undefined) return { candidates: [], scopeSize: 0, averageLength: 0, documentFrequencies: [] };
      const { vector } = query;
      const index = indexes.take(owner, vector ? embedderNumber(db, vector.embedderId) : latestEmbedder(db));
      const dimensions = vector ? vector.values.length : null;
      try {
        for (;;) {
          yield* untilRead(index, dimensions);
          const { places } = index;
          const view = yield* places.view(db, query.scope);
          const documentFrequencies = yield* searchWords(owner, places, view).frequencies(query.words);
          yield* untilRead(index, dimensions);
          // Read anew meanwhile: its places mean something else.
          if (index.places !== places) continue;
          const cosines = vector ? yield* cosinesOf(index, view, vector.values) : null;
          if (index.places !== places) continue;
          const chosen = chooseCandidates(db, owner, places, view, searchWords, query, documentFrequencies, cosines);
          const { memories: scopeSize, averageLength } = view;
          return {
            candidates: yield* readCandidates(db, owner, chosen, query),
            scopeSize,
            averageLength,
            documentFrequencies,
          };
        }
      } finally {
        indexes.release(index);
      }
    },

    *wordStatistics({ scope, words }) {
      const owner = findOwner(db, scope.ownerId);
      if (owner === undefined) return { scopeSize: 0, documentFrequencies: words.map(() => 0) };
      const index = indexes.take(owner, latestEmbedder(db));
      try {
        yield* untilRead(index, null);
        const { places } = index;
        const view = yield* places.view(db, scope);
        return {
          scopeSize: view.memories,
          documentFrequencies: yield* searchWords(owner, places, view).frequencies(words),
        };
      } finally {
        indexes.release(index);
      }
    },

    *readLatest() {
      const last = 'SELECT owner FROM memory_change ORDER BY number DESC LIMIT 1';
      const row = prepare(db, last).get() as { owner: number } | undefined;
      const embedder = latestEmbedder(db);
      if (!row || embedder < 0) return;
      const index = indexes.take(row.owner, embedder);
      try {
        yield* untilRead(index, dimensionsOf(db, row.owner, embedder));
      } finally {
        indexes.release(index);
      }
    },
  };
}

function dimensionsOf(db: DatabaseSync, owner: number, embedder: number): number | null {
  const sql = 'SELECT length(vector) AS dimensions FROM memory_vector WHERE owner = ? AND embedder = ? LIMIT 1';
  const row = prepare(db, sql).get(owner, embedder) as { dimensions: number } | undefined;
  return row?.dimensions ?? null;
}

function embedderNumber(db: DatabaseSync, id: string): number {
  const row = prepare(db, 'SELECT number FROM embedder WHERE id = ?').get(id) as { number: number } | undefined;
  return row?.number ?? -1;
}

/** The one that the next search with a vector will most likely use. */
function latestEmbedder(db: DatabaseSync): number {
  const row = prepare(db, 'SELECT max(number) AS number FROM embedder').get() as { number: number | null };
  return row.number ?? -1;
}
