import type { MongoClient } from 'mongodb';
import type { CandidateIndex, Candidates } from '../../../ports/candidate-index.ts';
import { limitWithinTimes, neighboursAt, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { toCandidates } from '../../store-kit/to-candidates.ts';
import { inSnapshot } from '../connection/sessions.ts';
import type { SearchContext } from './collect-hits.ts';
import { countValues } from './count-values.ts';
import {
  liveIn,
  type MemoryDocument,
  memoryKey,
  type SearchCollections,
  type SearchReads,
  type SearchSettings,
} from './search-documents.ts';
import type { SearchWatch } from './search-watch.ts';
import { createReadStatistics, findMatching, toWiderScope } from './statistics.ts';
import { createClosestTokens, sampleVectors } from './stored-vectors.ts';
import { findByVector, noneNear, readCosines } from './vector-candidates.ts';
import { findByWords } from './word-candidates.ts';

const rowFields = {
  ...{ id: 1, version: 1, words: 1, identifiers: 1, tagWords: 1, wordCount: 1, entities: 1, copyHash: 1 },
  ...{ characters: 1, ending: 1, occurredAt: 1, textChangedAt: 1, speaker: 1, conversation: 1 },
};
type Row = Pick<MemoryDocument, keyof typeof rowFields | '_id'>;

/** Hits are read again in one snapshot, so no deleted, changed or hidden memory is ever a candidate. */
export function createCandidateIndex(
  client: MongoClient,
  collections: SearchCollections,
  settings: SearchSettings,
  watch: SearchWatch,
  now: () => number,
): CandidateIndex {
  const readStatistics = createReadStatistics(collections, settings);
  const read = <Result>(work: (reads: SearchReads) => Promise<Result>): Promise<Result> =>
    inSnapshot(client, (session) => work({ collections, session, now: now() }));

  return {
    candidates: (query) =>
      read(async (reads) => {
        const { where } = query.scope;
        const scope = toWiderScope(query.scope);
        const words = [...query.words, ...query.identifiers];
        const matching = where ? await findMatching(reads, { scope, where, words }) : null;
        const statistics = matching?.statistics ?? (await readStatistics(reads.session, scope, words));
        return findCandidates({ ...reads, matching, statistics, settings, watch, query: { ...query, scope } });
      }),
    countValues: (scope) => read((reads) => countValues(reads, scope)),
    sampleVectors: (query) => read((reads) => sampleVectors(reads, query)),
    closestTokens: createClosestTokens(collections),
  };
}

async function findCandidates(search: SearchContext): Promise<Candidates> {
  const { query, statistics } = search;
  const ofQuery = {
    ...statistics,
    documentFrequencies: statistics.documentFrequencies.slice(0, query.words.length),
    identifierFrequencies: statistics.documentFrequencies.slice(query.words.length),
  };
  if (statistics.scopeSize === 0 || query.limit === 0) return { ...ofQuery, candidates: [] };
  const { keys, vectorsAway, cosinesOfAll } = await findKeys(search);
  const found = await readRows(search, [...keys]);
  const known = new Set(found.map(({ _id }) => _id));
  const conversations = await readConversations(search, found);
  const isContext = withNeighbours(known, conversations.around);
  const around = [...isContext.keys()].filter((key) => !known.has(key));
  const rows = [...found, ...(await readRows(search, around))];
  const ids = rows.map(({ id }) => id);
  const cosines = cosinesOfAll ?? (await readCosines(search, ids));
  const toCandidate = toCandidates(query);
  const candidates = rows.map((row) =>
    toCandidate(row, {
      cosine: cosines.get(row.id) ?? null,
      message: conversations.find(row._id) ?? null,
      isContext: isContext.get(row._id) ?? false,
    }),
  );
  return { ...ofQuery, candidates, ...(vectorsAway ? { vectorsAway } : {}) };
}

async function findKeys(search: SearchContext) {
  const { limit, times, timesAreAll, include, scope } = search.query;
  const hasTimes = times.length > 0;
  const [nearest, nearestThen, ...byWords] = await Promise.all([
    findByVector(search, [], limit),
    hasTimes ? findByVector(search, times, limitWithinTimes(limit)) : noneNear,
    findByWords(search, [], limit),
    hasTimes ? findByWords(search, times, limitWithinTimes(limit)) : [],
    hasTimes && timesAreAll ? findNewest(search) : [],
  ]);
  const ids = [...nearest.ids, ...nearestThen.ids, ...(include === undefined ? [] : [include])];
  return {
    keys: new Set([...byWords.flat(), ...ids.map((id) => memoryKey(scope.accountId, id))]),
    vectorsAway: nearest.isAway || nearestThen.isAway,
    cosinesOfAll: nearest.cosinesOfAll,
  };
}

async function findNewest({ collections, session, query, matching, now }: SearchContext): Promise<string[]> {
  const { scope, times, limit } = query;
  const newest = collections.memories
    .find(liveIn(scope, now, times), { session })
    .project<{ _id: string }>({ _id: 1 })
    .sort({ _id: -1 });
  const keys: string[] = [];
  for await (const { _id } of matching ? newest : newest.limit(limit)) {
    if (matching && !matching.ids.has(_id)) continue;
    if (keys.push(_id) === limit) break;
  }
  return keys;
}

async function readRows({ collections, session, query, matching, now }: SearchContext, found: readonly string[]) {
  const keys = matching ? found.filter((key) => matching.ids.has(key)) : found;
  if (keys.length === 0) return [];
  const filter = { $and: [{ _id: { $in: [...keys] } }, liveIn(query.scope, now)] };
  // Ten other indexes begin with fields of a scope. Without a hint, the server would try all of them each time.
  return collections.memories.find(filter, { session }).hint('_id_').project<Row>(rowFields).toArray();
}

/** Reads the conversations of memories completely, because messages outside of a scope keep their positions. */
async function readConversations({ collections, session, query }: SearchContext, found: readonly Row[]) {
  const conversations = [...new Set(found.flatMap(({ conversation }) => conversation ?? []))];
  // The index covers this query in this order. Messages of the same time are in the order of writing.
  const messages = collections.memories
    .find({ visibleTo: query.scope.accountId, conversation: { $in: conversations } }, { session })
    .project<{ _id: string; conversation: string }>({ _id: 1, conversation: 1 })
    .sort({ conversation: 1, occurredAt: 1, _id: 1 })
    .hint('conversation');
  const inRuns = conversations.length > 0 ? await messages.toArray() : [];
  const byConversation = Map.groupBy(inRuns, ({ conversation }) => conversation);
  const runs = Array.from(byConversation.values(), (run) => run.map(({ _id }) => _id));
  const placed = runs.flatMap((keys, run) => keys.map((key, position) => [key, { run, position }] as const));
  const positions = new Map(placed);
  return {
    find: (key: string) => positions.get(key),
    around(key: string, reach: number) {
      const found = positions.get(key);
      return found ? neighboursAt(runs[found.run] as string[], found.position, reach) : [];
    },
  };
}
