import type { ClientSession, Filter, MongoClient } from 'mongodb';
import type { Candidate, CandidateQuery, Candidates, MemoryStore } from '../../../ports/memory-store.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { toScopeFilter } from './scope-filter.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';
import { createReadStatistics, type ReadStatistics, type Statistics } from './statistics.ts';
import { type Conversations, readConversations } from './turns.ts';
import { findByVector, readCosines } from './vector-candidates.ts';
import { findByWords } from './word-candidates.ts';

/** How far the neighbours of what was found are candidates too … */
const neighbourReach = 2;
/** … and how far they, in turn, look for words around them. */
const contextReach = 2 * neighbourReach;
/** Below this, all words are soon looked up. */
const manyMemories = 10_000;
const commonShare = 0.2;

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

/**
 * Finds what is worth ranking. Whatever search indexes name is read again in one snapshot of the collections: nothing
 * deleted, changed or out of scope is ever a candidate. The statistics come from it, too, but for large numbers, which may
 * be as old as {@link SearchSettings.keptMs}.
 */
export function createCandidateSearch(
  client: MongoClient,
  collections: Collections,
  settings: SearchSettings,
  watch: SearchWatch,
): Pick<MemoryStore, 'candidates' | 'wordStatistics'> {
  const readStatistics = createReadStatistics(collections, settings);
  return {
    wordStatistics: (scope, words) =>
      inSnapshot(client, async (session) => {
        const { scopeSize, documentFrequencies } = await readStatistics(session, scope, words);
        return { scopeSize, documentFrequencies };
      }),
    candidates: (query) =>
      inSnapshot(client, (session) => findCandidates(collections, readStatistics, session, query, settings, watch)),
  };
}

async function findCandidates(
  collections: Collections,
  readStatistics: ReadStatistics,
  session: ClientSession,
  query: CandidateQuery,
  settings: SearchSettings,
  watch: SearchWatch,
): Promise<Candidates> {
  const { memories } = collections;
  const statistics = await readStatistics(session, query.scope, query.words);
  if (statistics.scopeSize === 0) return { ...statistics, candidates: [] };
  const inScope = toScopeFilter(query.scope) as Filter<MemoryDocument>;
  const read = async (keys: readonly string[]): Promise<Row[]> =>
    keys.length === 0
      ? []
      : memories
          .find({ $and: [{ _id: { $in: [...keys] } }, inScope] }, { session })
          // Ten other indexes begin with what a scope names: the server would try them out first, each time.
          .hint('_id_')
          .project<Row>(rowFields)
          .toArray();

  const { keys, vectorsAway, cosinesOfAll } = await findKeys(collections, session, query, statistics, settings, watch);
  const found = await read([...keys]);
  const runs = new Set(found.flatMap(({ conversation }) => conversation ?? []));
  const conversations = await readConversations(collections, session, query.scope.ownerId, runs);
  const isContext = withNeighbours(
    conversations,
    found.map(({ _id }) => _id),
  );
  const known = new Set(found.map(({ _id }) => _id));
  const around = await read([...isContext.keys()].filter((key) => !known.has(key)));
  const rows = [...found, ...around];
  const cosines =
    cosinesOfAll ??
    (query.vector
      ? await readCosines(
          collections,
          session,
          query.scope.ownerId,
          rows.map(({ _id }) => _id),
          query.vector,
        )
      : new Map<string, number>());
  const candidates = rows.map((row) =>
    toCandidate(row, query, {
      cosine: cosines.get(row._id) ?? null,
      place: conversations.placeOf(row._id),
      isContext: isContext.get(row._id) ?? false,
    }),
  );
  return { ...statistics, candidates, ...(vectorsAway ? { vectorsAway } : {}) };
}

/** Keys of the best by words and by vector, of these times too, and of what is asked for by id. */
async function findKeys(
  collections: Collections,
  session: ClientSession,
  query: CandidateQuery,
  statistics: Statistics,
  settings: SearchSettings,
  watch: SearchWatch,
): Promise<{ keys: Set<string>; vectorsAway: boolean; cosinesOfAll: ReadonlyMap<string, number> | null }> {
  const { scope, vector, limit, times } = query;
  const frequencies = new Map(query.words.map((word, at) => [word, statistics.documentFrequencies[at] as number]));
  const words = tellingWords(query.words, statistics, frequencies);
  let vectorsAway = false;
  let cosinesOfAll: ReadonlyMap<string, number> | null = null;
  const best = (spans: CandidateQuery['times'], most: number): Promise<string[]>[] => [
    findByWords(collections, session, { scope, spans, words, frequencies, statistics, limit: most }, settings, watch),
    vector
      ? findByVector(
          collections,
          session,
          { ...vector, scope, spans, scopeSize: statistics.scopeSize, limit: most },
          settings,
          watch,
        ).then(({ keys, isAway, cosinesOfAll: cosines }) => {
          vectorsAway ||= isAway;
          if (spans.length === 0) cosinesOfAll = cosines;
          return keys;
        })
      : Promise.resolve([]),
  ];
  const found = await Promise.all([
    ...best([], limit),
    ...(times.length > 0 ? best(times, Math.floor(limit / 2)) : []),
    times.length > 0 && query.timesAreAll ? findNewest(collections, session, query) : [],
    query.include === undefined ? [] : [memoryKey(scope.ownerId, query.include)],
  ]);
  return { keys: new Set(found.flat()), vectorsAway, cosinesOfAll };
}

async function findNewest(
  { memories }: Collections,
  session: ClientSession,
  { scope, times, limit }: CandidateQuery,
): Promise<string[]> {
  const newest = await memories
    .find(toScopeFilter(scope, times) as Filter<MemoryDocument>, { session })
    .project<{ _id: string }>({ _id: 1 })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
  return newest.map(({ _id }) => _id);
}

/** Without those that so many memories hold that they choose none, where there are others. They still count for rank. */
function tellingWords(
  words: readonly string[],
  { scopeSize }: Statistics,
  frequencies: ReadonlyMap<string, number>,
): readonly string[] {
  if (scopeSize < manyMemories) return words;
  const telling = words.filter((word) => (frequencies.get(word) as number) <= commonShare * scopeSize);
  return telling.some((word) => (frequencies.get(word) as number) > 0) ? telling : words;
}

/** What was found and what stands around it in its run, each with whether it is context only. */
function withNeighbours(conversations: Conversations, found: readonly string[]): Map<string, boolean> {
  const all = new Map<string, boolean>();
  for (const key of found) {
    all.set(key, false);
    for (const [distance, neighbour] of conversations.around(key, contextReach)) {
      if (distance <= neighbourReach) all.set(neighbour, false);
      else if (!all.has(neighbour)) all.set(neighbour, true);
    }
  }
  return all;
}

function toCandidate(
  row: Row,
  { words, entities }: CandidateQuery,
  {
    cosine,
    place,
    isContext,
  }: { cosine: number | null; place: { run: number; position: number } | undefined; isContext: boolean },
): Candidate {
  const tags = new Set(row.tagWords.split(' '));
  const names = entities.length > 0 ? new Set(row.entities.map(({ name }) => name.toLowerCase())) : undefined;
  return {
    id: row.id,
    version: row.version,
    wordCounts: countsOf(row.words, words),
    tagged: words.map((word) => tags.has(word)),
    length: row.wordCount,
    entities: names ? entities.filter((name) => names.has(name)) : [],
    copyHash: row.copyHash,
    cosine,
    characters: row.characters,
    ending: row.ending,
    occurredAt: row.occurredAt,
    toldAt: Math.max(row.occurredAt, row.textChangedAt ?? row.occurredAt),
    turn: place && row.speaker !== null ? { ...place, speaker: row.speaker } : null,
    isContext,
  };
}

/** How often each of the words occurs. */
function countsOf(text: string, words: readonly string[]): number[] {
  const places = new Map(words.map((word, at) => [word, at]));
  const counts = new Array<number>(words.length).fill(0);
  for (const word of text.split(' ')) {
    const at = places.get(word);
    if (at !== undefined) counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}
