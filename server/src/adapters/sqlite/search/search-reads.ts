import type { DatabaseSync } from 'node:sqlite';
import { meanVector } from '../../../lib/mean-vector.ts';
import { restore } from '../../../lib/quantize.ts';
import { ordinalsIn } from '../../../lib/typed-arrays.ts';
import type { CandidateQuery, ClosestTokensQuery, SampleQuery, VectorSample } from '../../../ports/candidate-index.ts';
import type { Scope } from '../../../ports/memory.ts';
import { closestTokens } from '../../store-kit/closest-tokens.ts';
import { sampleOrder } from '../../store-kit/sample-order.ts';
import { prepare, readValue } from '../connection/open-database.ts';
import { findAccountNumber, noAccount } from '../records/stored-values.ts';
import type { ReadContext } from '../threads/serve-reads.ts';
import type { ReadAt, Steps } from '../threads/thread-jobs.ts';
import type { AccountIndex } from './account-index.ts';
import { AccountIndexes } from './account-indexes.ts';
import { findCandidates } from './candidates.ts';
import { CosinePart, readFew, readVectors, type VectorPart } from './index-parts.ts';
import { countMetadataValues } from './match-metadata.ts';
import type { View } from './memory-ordinals.ts';
import { idOf, latestAccount, latestVectors, tokensOf } from './statements.ts';
import type { QueryVector } from './vector-matrix.ts';
import { WordPostings } from './word-postings.ts';

/** The maximum of memories whose vectors are read one by one, rather than with all others of the account. */
const fewMemories = 1_000;
/** The same for words, where all memories of the view that contain a word become candidates. */
const fewTexts = 100;
/** The maximum of words in these memories. */
const fewWords = 20_000;
const samplesPerStep = 200;

/** Searches the store step by step, with the indexes of the accounts that searched last. */
export function createSearchReads(...[db, { cacheBytes }, jobs]: ReadContext) {
  const indexes = new AccountIndexes(cacheBytes);

  /** Reads the index of the account that wrote last, because it will most likely search first. */
  function* readLatest(): Steps<void> {
    const account = readValue<number>(db, latestAccount) ?? noAccount;
    const [embedderId, dimensions = 0] = prepare<[string, number]>(db, latestVectors).get(account) ?? [];
    const space = embedderId === undefined ? null : { embedderId, dimensions };
    yield* indexes.use(account, (index) => indexes.advance(index, db, space));
  }

  return {
    candidates(query: CandidateQuery & ReadAt) {
      const { vector } = query;
      const space = vector && { embedderId: vector.embedderId, dimensions: vector.values.length };
      return indexes.inView(db, query, space, (index, view) => readCandidates(db, index, view, query));
    },
    countValues: (query: { scope: Scope } & ReadAt) =>
      indexes.inView(db, query, null, (index, view) => countValues(db, indexes, index, view)),
    sampleVectors: (query: SampleQuery & ReadAt) =>
      indexes.inView(db, query, null, (index, view) => sampleVectors(db, index, view, query)),
    closestTokens: (query: ClosestTokensQuery) => closestTokens(query, readTokens(db, query)),

    *holdsMemories({ accountId, seqs }: { accountId: string; seqs: readonly number[] }): Steps<boolean> {
      const account = findAccountNumber(db, accountId);
      if (account === undefined || !indexes.has(account)) return false;
      return yield* indexes.use(account, function* (index) {
        yield* indexes.advance(index, db, null);
        return seqs.some((seq) => index.ordinals.find(seq) !== undefined);
      });
    },
    forgetIndexes: () => indexes.forgetDeleted(db),
    readAhead: () => jobs.addInBackground(readLatest()),
  };
}

function readCandidates(db: DatabaseSync, index: AccountIndex, view: View, query: CandidateQuery) {
  const { vector } = query;
  const terms = [...query.words, ...query.identifiers];
  const words = wordsIn(db, index, view, terms, query.limit);
  const vectors = vector && vectorsIn(db, index, view, vector);
  return index.withParts(db, vectors ? [words, vectors] : [words], () => {
    // In a view of all memories, none of them needs a check.
    const counts = words.frequencies(terms, index.ordinals.seesAll(view) ? null : view.mask);
    const cosines = vector && vectors ? vectors.cosines(view.mask, vector.values) : null;
    const signals = { ordinals: index.ordinals, view, words, frequencies: counts, cosines };
    return {
      candidates: query.limit === 0 ? [] : findCandidates(db, query, signals),
      scopeSize: view.memories,
      averageLength: view.averageLength,
      documentFrequencies: counts.slice(0, query.words.length),
      identifierFrequencies: counts.slice(query.words.length),
    };
  });
}

function* countValues(db: DatabaseSync, indexes: AccountIndexes, index: AccountIndex, view: View) {
  const { ordinals } = index;
  const onGrown = () => indexes.evictFor(index);
  const values = yield* countMetadataValues({ db, ordinals, onGrown }, view.mask);
  if (index.ordinals !== ordinals) return undefined;
  return {
    users: ordinals.countNames(view, 'userId'),
    agents: ordinals.countNames(view, 'agentId'),
    runs: ordinals.countNames(view, 'runId'),
    ...values,
    total: view.memories,
  };
}

/** Returns the words of the view. Those beyond the budget are read from the table. */
function wordsIn(db: DatabaseSync, index: AccountIndex, view: View, words: readonly string[], limit: number) {
  if (index.hasWords) return index.words;
  const part = new WordPostings({ vocabulary: words });
  const isSmall =
    view.memories <= Math.min(fewTexts, limit || fewTexts) && view.memories * view.averageLength <= fewWords;
  if (isSmall) readFew(db, index, part, view.mask);
  return part;
}

function vectorsIn(db: DatabaseSync, index: AccountIndex, view: View, query: QueryVector): VectorPart {
  const kept = index.vectorsOf(query.embedderId);
  if (kept) return kept;
  const part = new CosinePart(query);
  if (view.memories <= fewMemories) readFew(db, index, part, view.mask);
  return part;
}

/** Reads the vectors of a sample of the view. Memories that are deleted between the steps are left out. */
function* sampleVectors(db: DatabaseSync, index: AccountIndex, view: View, { embedderId, limit }: SampleQuery) {
  const { ordinals } = index;
  const seqs = Array.from(ordinalsIn(view.mask), (ordinal) => ordinals.seqAt(ordinal));
  const memories: VectorSample['memories'] = [];
  for (const [count, position] of sampleOrder(seqs).entries()) {
    if (memories.length === limit) break;
    if (count % samplesPerStep === 0) yield;
    const seq = seqs[position] as number;
    const vectors = readVectors(db, index, embedderId, seq);
    const vector = meanVector(vectors.map(([, scale, values]) => restore({ scale, values: signed(values) })));
    const id = readValue<string>(db, idOf, seq);
    if (vector && id !== undefined) memories.push({ id, vector });
  }
  return { total: view.memories, memories };
}

function* readTokens(db: DatabaseSync, { accountId, embedderId, ids }: ClosestTokensQuery) {
  const account = findAccountNumber(db, accountId) ?? noAccount;
  const find = prepare<[tokens: Uint8Array]>(db, tokensOf);
  for (const id of ids) {
    const [tokens] = find.get(account, id, embedderId) ?? [];
    yield tokens ? signed(tokens) : null;
  }
}

function signed({ buffer, byteOffset, length }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, length);
}
