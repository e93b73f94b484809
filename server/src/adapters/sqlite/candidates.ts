import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Candidate, CandidateQuery, Candidates, Scope, WordStatistics } from '../../ports/memory-store.ts';
import { noCosine, type OwnerIndex } from './owner-index.ts';
import { ownedWord } from './owners.ts';
import { prepare } from './prepare.ts';

/**
 * Reads the candidates for one query. Must run inside a read transaction that `index` has been refreshed in.
 * The word index's own bm25() only decides which memories become candidates: the caller ranks.
 */
export function readCandidates(db: DatabaseSync, index: OwnerIndex, query: CandidateQuery): Candidates {
  const mask = index.mask(db, query.scope);
  const { memories, averageLength } = index.size(mask);
  const whole = memories === index.live;
  const cosines = query.vector ? index.cosines(mask, query.vector.values) : undefined;
  const seqs = new Set([
    ...bestByWords(db, index, mask, whole, query),
    ...(cosines ? nearest(index, cosines, query.limit) : []),
    ...included(db, index, mask, query),
  ]);
  const candidates: Candidate[] = [];
  for (const [seq, isContext] of withNeighbours(index, mask, seqs)) {
    const candidate = readCandidate(db, index, seq, query, cosines);
    if (candidate) candidates.push({ ...candidate, isContext });
  }
  return {
    candidates,
    scopeSize: memories,
    averageLength,
    documentFrequencies: query.words.map((word) => documentFrequency(db, index, mask, whole, word)),
  };
}

function included(db: DatabaseSync, index: OwnerIndex, mask: Uint8Array, { include }: CandidateQuery): number[] {
  if (include === undefined) return [];
  const row = prepare(db, 'SELECT seq FROM memory WHERE owner = ? AND id = ?').get(index.owner, include) as
    | { seq: number }
    | undefined;
  return row && index.visible(mask, row.seq) ? [row.seq] : [];
}

/** The numbers of {@link Candidates} that need no candidates. */
export function readWordStatistics(
  db: DatabaseSync,
  index: OwnerIndex,
  scope: Scope,
  words: readonly string[],
): WordStatistics {
  const mask = index.mask(db, scope);
  const { memories } = index.size(mask);
  const whole = memories === index.live;
  return {
    scopeSize: memories,
    documentFrequencies: words.map((word) => documentFrequency(db, index, mask, whole, word)),
  };
}

/** How far the neighbours of what was found are candidates too … */
const neighbourReach = 2;
/** … and how far they, in turn, look for words around them. */
const contextReach = 2 * neighbourReach;

/** What was found and what stands around it in its run, each with whether it is context only. */
function withNeighbours(index: OwnerIndex, mask: Uint8Array, found: ReadonlySet<number>): Map<number, boolean> {
  const all = new Map<number, boolean>();
  for (const seq of found) {
    all.set(seq, false);
    for (const [distance, neighbour] of index.neighbours(mask, seq, contextReach)) {
      if (distance <= neighbourReach) all.set(neighbour, false);
      else if (!all.has(neighbour)) all.set(neighbour, true);
    }
  }
  return all;
}

function cosineOf(index: OwnerIndex, cosines: Float32Array | undefined, seq: number): number | null {
  const place = index.placeFor(seq);
  const cosine = place === undefined ? undefined : cosines?.[place];
  return cosine === undefined || cosine === noCosine ? null : cosine;
}

/** The memories with the `limit` largest cosines. */
function nearest(index: OwnerIndex, cosines: Float32Array, limit: number): number[] {
  const sorted = cosines.slice().sort();
  const least = Math.max(sorted[Math.max(0, sorted.length - limit)] ?? noCosine, noCosine + 1e-6);
  const places: number[] = [];
  for (let place = 0; place < cosines.length; place++) if ((cosines[place] as number) >= least) places.push(place);
  return places
    .sort((left, right) => (cosines[right] as number) - (cosines[left] as number) || right - left)
    .slice(0, limit)
    .map((place) => index.seqAt(place));
}

function bestByWords(
  db: DatabaseSync,
  index: OwnerIndex,
  mask: Uint8Array,
  whole: boolean,
  { words, limit }: CandidateQuery,
): number[] {
  if (words.length === 0) return [];
  const match = words.map((word) => quoted(index, word)).join(' OR ');
  if (whole) {
    const rows = prepare(
      db,
      'SELECT rowid AS seq FROM memory_word WHERE memory_word MATCH ? ORDER BY rank LIMIT ?',
    ).all(match, limit) as { seq: number }[];
    return rows.map(({ seq }) => seq);
  }
  const scores = new Map<number, number>();
  const rows = prepare(db, 'SELECT rowid AS seq, rank FROM memory_word WHERE memory_word MATCH ?').iterate(match);
  for (const row of rows) {
    const { seq, rank } = row as { seq: number; rank: number };
    // bm25() is negative: the smaller, the better.
    if (index.visible(mask, seq)) scores.set(seq, -rank);
  }
  return best(scores, limit);
}

/** The keys of the `limit` largest values; among equals the newest. */
function best(scores: Map<number, number>, limit: number): number[] {
  const entries = [...scores];
  if (entries.length > limit) entries.sort(([seqA, a], [seqB, b]) => b - a || seqB - seqA);
  return entries.slice(0, limit).map(([seq]) => seq);
}

function documentFrequency(
  db: DatabaseSync,
  index: OwnerIndex,
  mask: Uint8Array,
  whole: boolean,
  word: string,
): number {
  if (whole) {
    const row = prepare(db, 'SELECT doc FROM memory_word_frequency WHERE term = ?').get(ownedWord(index.owner, word));
    return row ? (row as { doc: number }).doc : 0;
  }
  let count = 0;
  const rows = prepare(db, 'SELECT rowid AS seq FROM memory_word WHERE memory_word MATCH ?').iterate(
    quoted(index, word),
  );
  for (const row of rows) if (index.visible(mask, (row as { seq: number }).seq)) count++;
  return count;
}

function quoted(index: OwnerIndex, word: string): string {
  return `"${ownedWord(index.owner, word).replaceAll('"', '""')}"`;
}

interface CandidateRow {
  id: string;
  version: number;
  words: string;
  word_count: number;
  user_id: string;
  agent_id: string | null;
  entities: string;
  occurred_at: number;
  speaker: string | null;
  characters: number;
  ending: string;
}

function readCandidate(
  db: DatabaseSync,
  index: OwnerIndex,
  seq: number,
  query: CandidateQuery,
  cosines: Float32Array | undefined,
): Omit<Candidate, 'isContext'> | undefined {
  const row = prepare(
    db,
    `SELECT id, version, words, word_count, user_id, agent_id, entities, occurred_at, speaker, length(text) AS characters,
       substr(rtrim(text, ' ' || char(9, 10, 13)), -1) AS ending
     FROM memory WHERE seq = ?`,
  ).get(seq) as CandidateRow | undefined;
  if (!row) return undefined;
  const place = index.turnOf(seq);
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
    wordsHash: crc32(`${row.user_id}\n${row.agent_id}\n${row.words}`),
    cosine: cosineOf(index, cosines, seq),
    characters: row.characters,
    ending: row.ending,
    occurredAt: row.occurred_at,
    turn: place && { ...place, speaker: row.speaker ?? '' },
  };
}

/** Those of `wanted` that stand in the stored entities. */
function named(wanted: readonly string[], stored: string): string[] {
  if (wanted.length === 0 || stored === '[]') return [];
  const names = new Set((JSON.parse(stored) as { name: string }[]).map(({ name }) => name.toLowerCase()));
  return wanted.filter((name) => names.has(name));
}
