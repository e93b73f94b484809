import type { ClientSession, Filter, MongoClient } from 'mongodb';
import type { CandidateIndex, Candidates, SearchScope } from '../../../ports/candidate-index.ts';
import { limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { type CandidateRow, toCandidates } from '../../store-kit/to-candidates.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { createClosestTokens } from './closest-tokens.ts';
import { readConversations } from './conversations.ts';
import { createCountValues } from './count-values.ts';
import { findMatching, toWiderScope } from './matching-memories.ts';
import { createSampleVectors } from './sample-vectors.ts';
import { toScopeFilter } from './scope-filter.ts';
import type { SearchContext } from './search-context.ts';
import { live, type MemoryDocument, memoryKey, type SearchCollections } from './search-documents.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';
import { createReadStatistics } from './statistics.ts';
import { findByVector, readCosines } from './vector-candidates.ts';
import { findByWords } from './word-candidates.ts';

const rowFields = {
  id: 1,
  version: 1,
  words: 1,
  identifiers: 1,
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

/**
 * Finds memories worth ranking. Hits of search indexes are read again in one snapshot of the collections, so no
 * deleted, changed or hidden memory is ever a candidate. The statistics also come from the snapshot, except that large
 * counts may be as old as {@link SearchSettings.keptMs}.
 */
export function createCandidateIndex(
  client: MongoClient,
  collections: SearchCollections,
  settings: SearchSettings,
  watch: SearchWatch,
  now: () => number,
): CandidateIndex {
  const readStatistics = createReadStatistics(collections, settings);
  const findMatchingOf = async (session: ClientSession, scope: SearchScope, words: readonly string[], at: number) =>
    scope.where
      ? findMatching(collections, session, { scope: toWiderScope(scope), where: scope.where, words, now: at })
      : null;
  return {
    wordStatistics: (scope, words) =>
      inSnapshot(client, async (session) => {
        const matching = await findMatchingOf(session, scope, words, now());
        const statistics = matching?.statistics ?? (await readStatistics(session, scope, words));
        const { scopeSize, documentFrequencies } = statistics;
        return { scopeSize, documentFrequencies };
      }),
    candidates: (query) =>
      inSnapshot(client, async (session) => {
        const at = now();
        const words = [...query.words, ...query.identifiers];
        const matching = await findMatchingOf(session, query.scope, words, at);
        const statistics = matching?.statistics ?? (await readStatistics(session, query.scope, words));
        const wider = { ...query, scope: toWiderScope(query.scope) };
        return findCandidates({ collections, session, settings, watch, query: wider, statistics, matching, now: at });
      }),
    countValues: createCountValues(client, collections, now),
    sampleVectors: createSampleVectors(client, collections, now),
    closestTokens: createClosestTokens(collections),
  };
}

async function findCandidates(search: SearchContext): Promise<Candidates> {
  const { collections, session, query, statistics } = search;
  const ofQuery = {
    ...statistics,
    documentFrequencies: statistics.documentFrequencies.slice(0, query.words.length),
    identifierFrequencies: statistics.documentFrequencies.slice(query.words.length),
  };
  if (statistics.scopeSize === 0) return { ...ofQuery, candidates: [] };
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
  const cosines =
    cosinesOfAll ??
    (await readCosines(
      search,
      rows.map(({ id }) => id),
    ));
  const toCandidate = toCandidates(query);
  const candidates = rows.map((row) =>
    toCandidate(toCandidateRow(row), {
      cosine: cosines.get(row.id) ?? null,
      message: conversations.find(row._id) ?? null,
      isContext: isContext.get(row._id) ?? false,
    }),
  );
  return { ...ofQuery, candidates, ...(vectorsAway ? { vectorsAway } : {}) };
}

function toCandidateRow({ entities, ...row }: Row): CandidateRow {
  return {
    ...row,
    // Absent fields are null.
    copyHash: row.copyHash ?? null,
    textChangedAt: row.textChangedAt ?? null,
    speaker: row.speaker ?? null,
    entityNames: () => (JSON.parse(entities) as { name: string }[]).map(({ name }) => name),
  };
}

interface FoundKeys {
  keys: Set<string>;
  vectorsAway: boolean;
  /** The cosines of all memories of the scope by id, if all their vectors were read. */
  cosinesOfAll: ReadonlyMap<string, number> | null;
}

/**
 * Finds the best memories by words and by vector, also at the query's times, and the memory that the query includes.
 */
async function findKeys(search: SearchContext): Promise<FoundKeys> {
  const { limit, times, timesAreAll, include, scope } = search.query;
  const hasTimes = times.length > 0;
  const lists = [
    findByWords(search, [], limit),
    hasTimes ? findByWords(search, times, limitWithinTimes(limit)) : [],
    hasTimes && timesAreAll ? findNewest(search) : [],
    include === undefined ? [] : [memoryKey(scope.accountId, include)],
  ];
  const [byWords, nearest, nearestThen] = await Promise.all([
    Promise.all(lists),
    findByVector(search, [], limit),
    hasTimes ? findByVector(search, times, limitWithinTimes(limit)) : null,
  ]);
  const byVector = [nearest, nearestThen].flatMap((found) => found?.ids ?? []);
  return {
    keys: new Set([...byWords.flat(), ...byVector.map((id) => memoryKey(scope.accountId, id))]),
    vectorsAway: [nearest, nearestThen].some((found) => found?.isAway),
    cosinesOfAll: nearest?.cosinesOfAll ?? null,
  };
}

async function findNewest({ collections, session, query, matching, now }: SearchContext): Promise<string[]> {
  const { scope, times, limit } = query;
  const newest = collections.memories
    .find({ $and: [toScopeFilter(scope, times) as Filter<MemoryDocument>, live(now)] }, { session })
    .project<{ _id: string }>({ _id: 1 })
    .sort({ _id: -1 });
  const keys: string[] = [];
  for await (const { _id } of matching ? newest : newest.limit(limit)) {
    if (matching && !matching.keys.has(_id)) continue;
    if (keys.push(_id) === limit) break;
  }
  return keys;
}

/** Reads the memories of these keys that are still within the scope. */
async function readRows(
  { collections, session, query, matching, now }: SearchContext,
  found: readonly string[],
): Promise<Row[]> {
  const keys = matching ? found.filter((key) => matching.keys.has(key)) : found;
  if (keys.length === 0) return [];
  const inScope = toScopeFilter(query.scope) as Filter<MemoryDocument>;
  const rows = collections.memories.find({ $and: [{ _id: { $in: [...keys] } }, inScope, live(now)] }, { session });
  // Ten other indexes begin with fields of a scope. Without a hint, the server would try all of them each time.
  return rows.hint('_id_').project<Row>(rowFields).toArray();
}
