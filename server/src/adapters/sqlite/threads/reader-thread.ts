import { parentPort, workerData } from 'node:worker_threads';
import type {
  CandidateQuery,
  Candidates,
  FacetQuery,
  ListQuery,
  Scope,
  WordStatistics,
} from '../../../ports/memory-store.ts';
import type { RequestQuery } from '../../../ports/request-log.ts';
import type { Month } from '../../../ports/usage-store.ts';
import { findOwner } from '../accounts/owners.ts';
import { openDatabase } from '../connection/open-database.ts';
import { prepare } from '../connection/prepare.ts';
import { countFacets } from '../memories/count-facets.ts';
import { listMemories } from '../memories/list-memories.ts';
import { listRequests, sumRequests } from '../requests/read-requests.ts';
import { chooseCandidates, masked, readCandidates } from '../search/candidates.ts';
import type { OwnerIndex } from '../search/owner-index.ts';
import { OwnerIndexes } from '../search/owner-indexes.ts';
import type { View } from '../search/owner-places.ts';
import { cosinesOfFew, streamCosines } from '../search/stream-cosines.ts';
import { createVectorDots } from '../search/vector-dots.ts';
import { createWordSearches } from '../search/word-search.ts';
import { readUsage } from '../usage/read-usage.ts';
import { giveWay } from './give-way.ts';
import { createThreadJobs, type Steps } from './thread-jobs.ts';
import type { WorkerRequest } from './worker-client.ts';

export interface ReaderOptions {
  file: string;
  /** For what is kept of the owners that searched last. */
  cacheBytes: number;
}

const port = parentPort;
if (!port) throw new Error('reader-thread runs as a worker only');
giveWay();
/** Sooner read one by one than with all of the owner's. */
const fewMemories = 1_000;
const { file, cacheBytes } = workerData as ReaderOptions;
const db = openDatabase(file, { readOnly: true });
const dots = createVectorDots();
const searchWords = createWordSearches(db);
const indexes = new OwnerIndexes(cacheBytes, dots);

const reads: Record<string, (argument: never) => Steps<unknown>> = {
  list: atOnce((query: ListQuery) => listMemories(db, query)),
  countFacets: atOnce((query: FacetQuery) => countFacets(db, query)),
  candidates,
  wordStatistics,
  readAhead: atOnce(() => jobs.addInBackground(readLatest())),
  countStale: atOnce(countStale),
  listRequests: atOnce((query: RequestQuery) => listRequests(db, query)),
  sumRequests: atOnce((range: Parameters<typeof sumRequests>[1]) => sumRequests(db, range)),
  usage: atOnce((query: { ownerId: string; month: Month }) => readUsage(db, query)),
};
const jobs = createThreadJobs(db, begin, (replies) => port.postMessage(replies));

port.on('message', (message: WorkerRequest[] | 'close') => {
  if (message === 'close') {
    jobs.stop();
    db.close();
    port.close();
    return;
  }
  jobs.add(message);
});

function* begin({ operation, argument }: WorkerRequest): Steps<unknown> {
  const read = reads[operation];
  if (!read) throw new Error(`the store has no operation ${operation}`);
  return yield* read(argument as never);
}

/** A read of one step. */
function atOnce<Argument, Result>(read: (argument: Argument) => Result): (argument: Argument) => Steps<Result> {
  // biome-ignore lint/correctness/useYield: it is a read of many steps that has one
  return function* steps(argument) {
    return read(argument);
  };
}

function* candidates(query: CandidateQuery): Steps<Candidates> {
  const owner = findOwner(db, query.scope.ownerId);
  if (owner === undefined) return { candidates: [], scopeSize: 0, averageLength: 0, documentFrequencies: [] };
  const { vector } = query;
  const index = indexes.take(owner, vector ? embedderNumber(vector.embedderId) : latestEmbedder());
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
}

function countStale(embedderId: string): number {
  const row = prepare(
    db,
    'SELECT count(*) AS count FROM embedder CROSS JOIN memory ON memory.embedder = embedder.number WHERE embedder.id <> ?',
  ).get(embedderId);
  return (row as { count: number }).count;
}

function* wordStatistics({ scope, words }: { scope: Scope; words: string[] }): Steps<WordStatistics> {
  const owner = findOwner(db, scope.ownerId);
  if (owner === undefined) return { scopeSize: 0, documentFrequencies: words.map(() => 0) };
  const index = indexes.take(owner, latestEmbedder());
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
}

/** Reads what the owner that wrote last has: most likely it searches first. Gives way to searches like any other read. */
function* readLatest(): Steps<void> {
  const last = 'SELECT owner FROM memory_change ORDER BY number DESC LIMIT 1';
  const row = prepare(db, last).get() as { owner: number } | undefined;
  const embedder = latestEmbedder();
  if (!row || embedder < 0) return;
  const index = indexes.take(row.owner, embedder);
  try {
    yield* untilRead(index, dimensionsOf(row.owner, embedder));
  } finally {
    indexes.release(index);
  }
}

function dimensionsOf(owner: number, embedder: number): number | null {
  const sql = 'SELECT length(vector) AS dimensions FROM memory_vector WHERE owner = ? AND embedder = ? LIMIT 1';
  const row = prepare(db, sql).get(owner, embedder) as { dimensions: number } | undefined;
  return row?.dimensions ?? null;
}

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

function embedderNumber(id: string): number {
  const row = prepare(db, 'SELECT number FROM embedder WHERE id = ?').get(id) as { number: number } | undefined;
  return row?.number ?? -1;
}

/** The one that the next search with a vector will most likely use. */
function latestEmbedder(): number {
  const row = prepare(db, 'SELECT max(number) AS number FROM embedder').get() as { number: number | null };
  return row.number ?? -1;
}
