import type { ClientSession, Filter, MongoClient } from 'mongodb';
import type { CandidateIndex, CandidateQuery, Candidates, TimeSpan } from '../../../ports/candidate-index.ts';
import { distinctiveWords, limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { toCandidates } from '../../store-kit/to-candidates.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { readConversations } from './conversations.ts';
import { toScopeFilter } from './scope-filter.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';
import { createReadStatistics, type Statistics } from './statistics.ts';
import { findByVector, readCosines } from './vector-candidates.ts';
import { findByWords } from './word-candidates.ts';

const rowFields = {
  id: 1,
  version: 1,
  words: 1,
  tagWords: 1,
  wordCount: 1,
  entities: 1,
  copyHash: 1,
  characters: 1,
  ending: 1,
  occurredAt: 1,
  textChangedAt: 1,
  speaker: 1,
  conversation: 1,
} as const;
type Row = Pick<MemoryDocument, keyof typeof rowFields | '_id'>;

/** One search in one snapshot of the collections. */
interface Search {
  collections: Collections;
  session: ClientSession;
  settings: SearchSettings;
  watch: SearchWatch;
  query: CandidateQuery;
  statistics: Statistics;
}

/**
 * Finds what is worth ranking. Whatever search indexes name is read again in one snapshot of the collections: nothing
 * deleted, changed or out of scope is ever a candidate. The statistics come from it, too, except that large numbers may
 * be as old as {@link SearchSettings.keptMs}.
 */
export function createCandidateIndex(
  client: MongoClient,
  collections: Collections,
  settings: SearchSettings,
  watch: SearchWatch,
): CandidateIndex {
  const readStatistics = createReadStatistics(collections, settings);
  return {
    wordStatistics: (scope, words) =>
      inSnapshot(client, async (session) => {
        const { scopeSize, documentFrequencies } = await readStatistics(session, scope, words);
        return { scopeSize, documentFrequencies };
      }),
    candidates: (query) =>
      inSnapshot(client, async (session) => {
        const statistics = await readStatistics(session, query.scope, query.words);
        return findCandidates({ collections, session, settings, watch, query, statistics });
      }),
  };
}

async function findCandidates(search: Search): Promise<Candidates> {
  const { collections, session, query, statistics } = search;
  if (statistics.scopeSize === 0) return { ...statistics, candidates: [] };
  const { keys, vectorsAway, cosinesOfAll } = await findKeys(search);
  const found = await readRows(search, [...keys]);
  const known = new Set(found.map(({ _id }) => _id));
  const runs = new Set(found.flatMap(({ conversation }) => conversation ?? []));
  const conversations = await readConversations(collections, session, query.scope.accountId, runs);
  const isContext = withNeighbours(known, conversations.around);
  const around = await readRows(
    search,
    [...isContext.keys()].filter((key) => !known.has(key)),
  );
  const rows = [...found, ...around];
  const cosines = cosinesOfAll ?? (await readCosinesOf(search, rows));
  const toCandidate = toCandidates(query);
  const candidates = rows.map((row) =>
    toCandidate(
      { ...row, entityNames: () => row.entities.map(({ name }) => name) },
      {
        cosine: cosines.get(row._id) ?? null,
        message: conversations.find(row._id) ?? null,
        isContext: isContext.get(row._id) ?? false,
      },
    ),
  );
  return { ...statistics, candidates, ...(vectorsAway ? { vectorsAway } : {}) };
}

interface FoundKeys {
  keys: Set<string>;
  vectorsAway: boolean;
  /** Of all memories of the scope, where they were read anyway. */
  cosinesOfAll: ReadonlyMap<string, number> | null;
}

/** Finds the best by words and by vector, at the query's times too, and what the query includes by id. */
async function findKeys(search: Search): Promise<FoundKeys> {
  const { limit, times, timesAreAll, include, scope } = search.query;
  const hasTimes = times.length > 0;
  const lists = [
    findBestByWords(search, [], limit),
    hasTimes ? findBestByWords(search, times, limitWithinTimes(limit)) : [],
    hasTimes && timesAreAll ? findNewest(search) : [],
    include === undefined ? [] : [memoryKey(scope.accountId, include)],
  ];
  const [byWords, nearest, nearestThen] = await Promise.all([
    Promise.all(lists),
    findNearest(search, [], limit),
    hasTimes ? findNearest(search, times, limitWithinTimes(limit)) : null,
  ]);
  const byVector = [nearest, nearestThen].flatMap((found) => found?.keys ?? []);
  return {
    keys: new Set([...byWords.flat(), ...byVector]),
    vectorsAway: [nearest, nearestThen].some((found) => found?.isAway),
    cosinesOfAll: nearest?.cosinesOfAll ?? null,
  };
}

function findBestByWords(
  { collections, session, settings, watch, query, statistics }: Search,
  spans: readonly TimeSpan[],
  limit: number,
): Promise<string[]> {
  const { scope } = query;
  const words = distinctiveWords(query.words, statistics);
  const frequencies = new Map(query.words.map((word, at) => [word, statistics.documentFrequencies[at] as number]));
  const wordQuery = { scope, spans, words, frequencies, statistics, limit };
  return findByWords(collections, session, wordQuery, settings, watch);
}

async function findNearest(
  { collections, session, settings, watch, query, statistics }: Search,
  spans: readonly TimeSpan[],
  limit: number,
) {
  const { scope, vector } = query;
  if (!vector) return null;
  const vectorQuery = { ...vector, scope, spans, scopeSize: statistics.scopeSize, limit };
  return findByVector(collections, session, vectorQuery, settings, watch);
}

async function findNewest({ collections, session, query: { scope, times, limit } }: Search): Promise<string[]> {
  const newest = await collections.memories
    .find(toScopeFilter(scope, times) as Filter<MemoryDocument>, { session })
    .project<{ _id: string }>({ _id: 1 })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
  return newest.map(({ _id }) => _id);
}

/** The memories of these keys that are within the scope now. */
async function readRows({ collections, session, query }: Search, keys: readonly string[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  const inScope = toScopeFilter(query.scope) as Filter<MemoryDocument>;
  return (
    collections.memories
      .find({ $and: [{ _id: { $in: [...keys] } }, inScope] }, { session })
      // Ten other indexes begin with what a scope names: the server would try them out first, each time.
      .hint('_id_')
      .project<Row>(rowFields)
      .toArray()
  );
}

async function readCosinesOf({ collections, session, query }: Search, rows: readonly Row[]) {
  const { vector, scope } = query;
  const keys = rows.map(({ _id }) => _id);
  return vector ? readCosines(collections, session, scope.accountId, keys, vector) : new Map<string, number>();
}
