import type { DatabaseSync } from 'node:sqlite';
import type {
  CandidateQuery,
  Candidates,
  SampleQuery,
  Scope,
  SearchScope,
  ValueCounts,
  VectorSample,
  WordStatistics,
} from '../../../ports/memory-store.ts';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import { findAccountNumber } from '../records/account-names.ts';
import type { ReadAt, Steps } from '../threads/thread-jobs.ts';
import type { AccountIndex } from './account-index.ts';
import { AccountIndexes } from './account-indexes.ts';
import { findCandidates, masked } from './candidates.ts';
import { countMetadataValues } from './count-values.ts';
import type { QueryVector } from './indexed-vectors.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { sampleVectors } from './sample-vectors.ts';
import { latestAccount, latestVectors } from './statements.ts';
import { cosinesOfFew, streamCosines } from './stream-cosines.ts';
import { streamWords, wordsOfFew } from './streamed-words.ts';
import type { WordPostings } from './word-postings.ts';

/** The maximum of memories whose vectors are read one by one, rather than with all others of the account. */
const fewMemories = 1_000;
/** The same for words, where all memories of the view that contain a word become candidates. */
const fewTexts = 100;
/** The maximum of words in these memories. */
const fewWords = 20_000;

const noCandidates: Candidates = {
  ...{ candidates: [], scopeSize: 0, averageLength: 0 },
  ...{ documentFrequencies: [], identifierFrequencies: [] },
};

type WordQuery = { scope: SearchScope; words: readonly string[] } & ReadAt;
type ValueQuery = { scope: Scope } & ReadAt;

const noValues: ValueCounts = {
  ...{ users: [], agents: [], runs: [], total: 0 },
  ...{ projects: [], sources: [], memoryTypes: [], tags: [] },
};

/** Searches the store step by step, with the indexes of the accounts that searched last. */
export function createCandidateReads(db: DatabaseSync, cacheBytes: number) {
  const indexes = new AccountIndexes(cacheBytes);
  return {
    *candidates(query: CandidateQuery & ReadAt): Steps<Candidates> {
      const account = findAccountNumber(db, query.scope.accountId);
      if (account === undefined) return noCandidates;
      return yield* indexes.use(account, (index) => readCandidates(db, indexes, index, query));
    },

    *wordStatistics(query: WordQuery): Steps<WordStatistics> {
      const account = findAccountNumber(db, query.scope.accountId);
      if (account === undefined) return { scopeSize: 0, documentFrequencies: query.words.map(() => 0) };
      return yield* indexes.use(account, (index) => countWords(db, indexes, index, query));
    },

    *countValues(query: ValueQuery): Steps<ValueCounts> {
      const account = findAccountNumber(db, query.scope.accountId);
      if (account === undefined) return noValues;
      return yield* indexes.use(account, (index) => readValues(db, indexes, index, query));
    },

    *sampleVectors(query: SampleQuery & ReadAt): Steps<VectorSample> {
      const account = findAccountNumber(db, query.scope.accountId);
      if (account === undefined) return { total: 0, memories: [] };
      return yield* indexes.use(account, (index) => sampleVectors(db, indexes, index, query));
    },

    /** Whether an index in memory contains one of these memories of an account. */
    *holdsMemories({ accountId, seqs }: { accountId: string; seqs: readonly number[] }): Steps<boolean> {
      const account = findAccountNumber(db, accountId);
      if (account === undefined || !indexes.has(account)) return false;
      return yield* indexes.use(account, function* (index) {
        yield* indexes.advance(index, db, null);
        return seqs.some((seq) => index.ordinals.find(seq) !== undefined);
      });
    },

    /** Drops the indexes of deleted accounts. */
    forgetIndexes: () => indexes.forgetDeleted(db),

    /** Reads the index of the account that wrote last, because it will most likely search first. */
    *readLatest(): Steps<void> {
      const account = readValue<number>(db, latestAccount);
      if (account === undefined) return;
      const [embedderId, dimensions] =
        prepareArrays<[embedderId: string, dimensions: number]>(db, latestVectors).get(account) ?? [];
      const space = embedderId === undefined || dimensions === undefined ? null : { embedderId, dimensions };
      yield* indexes.use(account, (index) => indexes.advance(index, db, space));
    },
  };
}

function* countWords(
  db: DatabaseSync,
  indexes: AccountIndexes,
  index: AccountIndex,
  { scope, words, readAt }: WordQuery,
): Steps<WordStatistics> {
  for (;;) {
    yield* indexes.advance(index, db, null);
    index.expire(readAt);
    const { ordinals } = index;
    const view = yield* ordinals.view(db, scope, () => indexes.evictFor(index));
    const reading = yield* readWords(db, index, view, words, Number.POSITIVE_INFINITY);
    const postings = index.ordinals === ordinals && reading();
    if (!postings) continue;
    return { scopeSize: view.memories, documentFrequencies: postings.frequencies(words, maskOf(ordinals, view)) };
  }
}

function* readCandidates(
  db: DatabaseSync,
  indexes: AccountIndexes,
  index: AccountIndex,
  query: CandidateQuery & ReadAt,
): Steps<Candidates> {
  const { vector } = query;
  const space = vector && { embedderId: vector.embedderId, dimensions: vector.values.length };
  const terms = [...query.words, ...query.identifiers];
  for (;;) {
    yield* indexes.advance(index, db, space);
    index.expire(query.readAt);
    const { ordinals } = index;
    const view = yield* ordinals.view(db, query.scope, () => indexes.evictFor(index));
    yield* indexes.advance(index, db, space);
    // After the table was read again, the view's ordinals refer to other memories.
    if (index.ordinals !== ordinals) continue;
    const reading = yield* readWords(db, index, view, terms, query.limit);
    if (index.ordinals !== ordinals) continue;
    const cosines = vector && (yield* cosinesOf(db, index, view, vector));
    const postings = index.ordinals === ordinals && reading();
    if (!postings) continue;
    const frequencies = postings.frequencies(terms, maskOf(ordinals, view));
    const { features } = index;
    const signals = { ordinals, features, view, words: postings, frequencies, cosines };
    const candidates = findCandidates(db, query, signals);
    return {
      ...{ candidates, scopeSize: view.memories, averageLength: view.averageLength },
      documentFrequencies: frequencies.slice(0, query.words.length),
      identifierFrequencies: frequencies.slice(query.words.length),
    };
  }
}

function* readValues(
  db: DatabaseSync,
  indexes: AccountIndexes,
  index: AccountIndex,
  { scope, readAt }: ValueQuery,
): Steps<ValueCounts> {
  const onGrown = () => indexes.evictFor(index);
  for (;;) {
    yield* indexes.advance(index, db, null);
    index.expire(readAt);
    const { ordinals } = index;
    const view = yield* ordinals.view(db, scope, onGrown);
    const values = yield* countMetadataValues(ordinals.columnReads(db, onGrown), view.mask);
    if (index.ordinals !== ordinals) continue;
    const [users, agents, runs] = [
      ordinals.countNames(view, 'userId'),
      ordinals.countNames(view, 'agentId'),
      ordinals.countNames(view, 'runId'),
    ];
    return { users, agents, runs, ...values, total: view.memories };
  }
}

/** Returns null for a view of all memories, whose words are counted without checking each memory. */
function maskOf(ordinals: MemoryOrdinals, view: View): Uint8Array | null {
  return ordinals.seesAll(view) ? null : view.mask;
}

/**
 * Reads the words of the view from the table, unless they are in memory.
 * @param limit the maximum of memories that their words select
 * @returns what returns the words in the transaction of a later step; undefined when they must be read again
 */
function* readWords(
  db: DatabaseSync,
  index: AccountIndex,
  view: View,
  words: readonly string[],
  limit: number,
): Steps<() => WordPostings | undefined> {
  if (index.hasWords) return () => (index.hasWords ? index.words : undefined);
  const isSmall = view.memories <= Math.min(fewTexts, limit) && view.memories * view.averageLength <= fewWords;
  if (isSmall) return () => wordsOfFew(db, index, view, words);
  const { postings, catchUp } = yield* streamWords(db, index, words);
  return () => (catchUp() ? postings : undefined);
}

/** Returns the cosines of the memories in the view by ordinal. Vectors beyond the budget are read from the table. */
function* cosinesOf(db: DatabaseSync, index: AccountIndex, view: View, query: QueryVector): Steps<Float32Array> {
  if (index.hasVectors(query.embedderId)) return index.cosines(query, view.mask);
  if (view.memories <= fewMemories) return cosinesOfFew(db, index, view.mask, query);
  return masked(yield* streamCosines(db, index, query), view);
}
