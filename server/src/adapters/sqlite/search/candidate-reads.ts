import type { DatabaseSync } from 'node:sqlite';
import type { CandidateQuery, Candidates, Scope, WordStatistics } from '../../../ports/memory-store.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { AccountIndex } from './account-index.ts';
import { AccountIndexes } from './account-indexes.ts';
import { chooseCandidates, masked, readCandidates } from './candidates.ts';
import type { View } from './memory-ordinals.ts';
import { cosinesOfFew, streamCosines } from './stream-cosines.ts';
import { createVectorDots } from './vector-dots.ts';
import { createWordSearches } from './word-candidates.ts';

/** The vectors of so few memories are read one by one rather than with all of the account's. */
const fewMemories = 1_000;

export interface CandidateReads {
  candidates(query: CandidateQuery): Steps<Candidates>;
  wordStatistics(query: { scope: Scope; words: readonly string[] }): Steps<WordStatistics>;
  /** Reads the index of the account that wrote last, because it will most likely search first. */
  readLatest(): Steps<void>;
}

/** Searches of the store, each in steps, over the indexes of the accounts that searched last. */
export function createCandidateReads(db: DatabaseSync, cacheBytes: number): CandidateReads {
  const dots = createVectorDots();
  const searchWords = createWordSearches(db);
  const indexes = new AccountIndexes(cacheBytes, dots);

  /** Reads on, step by step; the last step's transaction is the one in which the index is up to date. */
  function* untilRead(index: AccountIndex, dimensions: number | null): Steps<void> {
    for (;;) {
      const isDone = index.advance(db, dimensions);
      indexes.evictFor(index);
      if (isDone) return;
      yield;
    }
  }

  /** The cosines of what the view sees. Vectors that do not fit into memory are read from the table. */
  function* cosinesOf(index: AccountIndex, view: View, query: Float32Array): Steps<Float32Array> {
    if (index.hasVectors) return index.cosines(view.mask, query);
    if (view.memories <= fewMemories) return cosinesOfFew(db, index, view.mask, query, dots);
    return masked(yield* streamCosines(db, index, query, dots), view);
  }

  return {
    *candidates(query) {
      const account = findAccountNumber(db, query.scope.accountId);
      if (account === undefined) return { candidates: [], scopeSize: 0, averageLength: 0, documentFrequencies: [] };
      const { vector } = query;
      const index = indexes.take(account, vector ? embedderNumber(db, vector.embedderId) : latestEmbedder(db));
      const dimensions = vector ? vector.values.length : null;
      try {
        for (;;) {
          yield* untilRead(index, dimensions);
          const { ordinals } = index;
          const view = yield* ordinals.view(db, query.scope);
          const documentFrequencies = yield* searchWords(account, ordinals, view).frequencies(query.words);
          yield* untilRead(index, dimensions);
          // The index was read again meanwhile, and its ordinals mean something else now.
          if (index.ordinals !== ordinals) continue;
          const cosines = vector ? yield* cosinesOf(index, view, vector.values) : null;
          if (index.ordinals !== ordinals) continue;
          const chosen = chooseCandidates(
            db,
            account,
            ordinals,
            view,
            searchWords,
            query,
            documentFrequencies,
            cosines,
          );
          const { memories: scopeSize, averageLength } = view;
          return {
            candidates: yield* readCandidates(db, account, chosen, query),
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
      const account = findAccountNumber(db, scope.accountId);
      if (account === undefined) return { scopeSize: 0, documentFrequencies: words.map(() => 0) };
      const index = indexes.take(account, latestEmbedder(db));
      try {
        yield* untilRead(index, null);
        const { ordinals } = index;
        const view = yield* ordinals.view(db, scope);
        return {
          scopeSize: view.memories,
          documentFrequencies: yield* searchWords(account, ordinals, view).frequencies(words),
        };
      } finally {
        indexes.release(index);
      }
    },

    *readLatest() {
      const last = 'SELECT owner AS account FROM memory_change ORDER BY number DESC LIMIT 1';
      const row = prepare(db, last).get() as { account: number } | undefined;
      const embedder = latestEmbedder(db);
      if (!row || embedder < 0) return;
      const index = indexes.take(row.account, embedder);
      try {
        yield* untilRead(index, dimensionsOf(db, row.account, embedder));
      } finally {
        indexes.release(index);
      }
    },
  };
}

function dimensionsOf(db: DatabaseSync, account: number, embedder: number): number | null {
  const sql = 'SELECT length(vector) AS dimensions FROM memory_vector WHERE owner = ? AND embedder = ? LIMIT 1';
  const row = prepare(db, sql).get(account, embedder) as { dimensions: number } | undefined;
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
