import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Candidate, CandidateQuery, Candidates, Scope, WordStatistics } from '../../ports/memory-store.ts';
import { largest } from './largest.ts';
import type { OwnerIndex } from './owner-index.ts';
import type { OwnerPlaces, View } from './owner-places.ts';
import { prepare } from './prepare.ts';
import { noCosine } from './vector-matrix.ts';
import type { WordSearches } from './word-search.ts';

/**
 * Reads the candidates for one query. Must run inside a read transaction that `index` is up to date in.
 * @param streamed cosines of all places, where the index has no vectors
 */
export function readCandidates(
  db: DatabaseSync,
  index: OwnerIndex,
  searchWords: WordSearches,
  query: CandidateQuery,
  streamed: Float32Array | null,
): Candidates {
  const { places } = index;
  const view = places.view(db, query.scope);
  const cosines = query.vector ? cosinesOf(index, view, query.vector.values, streamed) : undefined;
  const search = searchWords(index, view);
  const seqs = new Set([
    ...search.best(query.words, query.limit),
    ...(cosines ? largest(cosines, query.limit, noCosine).map((place) => places.seqAt(place)) : []),
    ...included(db, index.owner, places, view.mask, query),
  ]);
  const candidates: Candidate[] = [];
  for (const [seq, isContext] of withNeighbours(places, view.mask, seqs)) {
    const candidate = readCandidate(db, places, seq, query, cosines);
    if (candidate) candidates.push({ ...candidate, isContext });
  }
  return {
    candidates,
    scopeSize: view.memories,
    averageLength: view.averageLength,
    documentFrequencies: query.words.map(search.frequency),
  };
}

function included(
  db: DatabaseSync,
  owner: number,
  places: OwnerPlaces,
  mask: Uint8Array,
  { include }: CandidateQuery,
): number[] {
  if (include === undefined) return [];
  const row = prepare(db, 'SELECT seq FROM memory WHERE owner = ? AND id = ?').get(owner, include) as
    | { seq: number }
    | undefined;
  return row && mask[places.find(row.seq) ?? -1] === 1 ? [row.seq] : [];
}

/** The numbers of {@link Candidates} that need no candidates. */
export function readWordStatistics(
  db: DatabaseSync,
  index: OwnerIndex,
  searchWords: WordSearches,
  scope: Scope,
  words: readonly string[],
): WordStatistics {
  const view = index.places.view(db, scope);
  const search = searchWords(index, view);
  return { scopeSize: view.memories, documentFrequencies: words.map(search.frequency) };
}

/** How far the neighbours of what was found are candidates too … */
const neighbourReach = 2;
/** … and how far they, in turn, look for words around them. */
const contextReach = 2 * neighbourReach;

/** What was found and what stands around it in its run, each with whether it is context only. */
function withNeighbours(places: OwnerPlaces, mask: Uint8Array, found: ReadonlySet<number>): Map<number, boolean> {
  const all = new Map<number, boolean>();
  for (const seq of found) {
    all.set(seq, false);
    for (const [distance, neighbour] of places.neighbours(mask, seq, contextReach)) {
      if (distance <= neighbourReach) all.set(neighbour, false);
      else if (!all.has(neighbour)) all.set(neighbour, true);
    }
  }
  return all;
}

/** What is not visible has none. */
function cosinesOf(
  index: OwnerIndex,
  { mask }: View,
  query: Float32Array,
  streamed: Float32Array | null,
): Float32Array {
  if (!streamed) return index.cosines(mask, query);
  return streamed.map((cosine, place) => (mask[place] === 1 ? cosine : noCosine));
}

function cosineOf(places: OwnerPlaces, cosines: Float32Array | undefined, seq: number): number | null {
  const place = places.find(seq);
  const cosine = place === undefined ? undefined : cosines?.[place];
  return cosine === undefined || cosine === noCosine ? null : cosine;
}

/** In characters: longer texts are not compared with each other. */
const longestCompared = 2_000;

interface CandidateRow {
  id: string;
  version: number;
  words: string;
  word_count: number;
  user_id: string;
  agent_id: string | null;
  run_id: string | null;
  entities: string;
  occurred_at: number;
  created_at: number;
  told_at: number;
  /** The text, unless it is long. */
  compared: string | null;
  speaker: string | null;
  characters: number;
  ending: string;
}

function readCandidate(
  db: DatabaseSync,
  places: OwnerPlaces,
  seq: number,
  query: CandidateQuery,
  cosines: Float32Array | undefined,
): Omit<Candidate, 'isContext'> | undefined {
  const row = prepare(
    db,
    `SELECT id, version, words, word_count, user_id, agent_id, run_id, entities, occurred_at, created_at, speaker,
       max(occurred_at, coalesce(text_changed_at, occurred_at)) AS told_at,
       iif(length(text) <= ${longestCompared}, text, NULL) AS compared, length(text) AS characters,
       substr(rtrim(text, ' ' || char(9, 10, 13)), -1) AS ending
     FROM memory WHERE seq = ?`,
  ).get(seq) as CandidateRow | undefined;
  if (!row) return undefined;
  const place = places.turnOf(seq);
  const counts = new Map(query.words.map((word) => [word, 0]));
  for (const word of row.words.split(' ')) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
  }
  return {
    id: row.id,
    version: row.version,
    wordCounts: [...counts.values()],
    length: row.word_count,
    entities: named(query.entities, row.entities),
    textHash: textHash(row),
    cosine: cosineOf(places, cosines, seq),
    characters: row.characters,
    ending: row.ending,
    occurredAt: row.occurred_at,
    toldAt: row.told_at,
    turn: place && { ...place, speaker: row.speaker ?? '' },
  };
}

function textHash(row: CandidateRow): number | null {
  const { user_id, agent_id, run_id, speaker, compared, occurred_at, created_at } = row;
  if (compared === null) return null;
  const text = compared.toLowerCase().replace(/\s+/g, ' ').trim();
  // What happened twice is told twice.
  const when = occurred_at === created_at ? null : occurred_at;
  return crc32(JSON.stringify([user_id, agent_id, speaker === null ? null : run_id, when, text]));
}

/** Those of `wanted` that stand in the stored entities. */
function named(wanted: readonly string[], stored: string): string[] {
  if (wanted.length === 0 || stored === '[]') return [];
  const names = new Set((JSON.parse(stored) as { name: string }[]).map(({ name }) => name.toLowerCase()));
  return wanted.filter((name) => names.has(name));
}
