import type { DatabaseSync } from 'node:sqlite';
import type { Candidate, CandidateQuery, Candidates } from '../../ports/memory-store.ts';
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
  ]);
  return {
    candidates: [...seqs].flatMap((seq) => readCandidate(db, seq, query.words, cosineOf(index, cosines, seq))),
    scopeSize: memories,
    averageLength,
    documentFrequencies: query.words.map((word) => documentFrequency(db, index, mask, whole, word)),
  };
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

function readCandidate(db: DatabaseSync, seq: number, queryWords: string[], cosine: number | null): Candidate[] {
  const row = prepare(db, 'SELECT id, version, words, word_count FROM memory WHERE seq = ?').get(seq) as
    | { id: string; version: number; words: string; word_count: number }
    | undefined;
  if (!row) return [];
  const counts = new Map(queryWords.map((word) => [word, 0]));
  for (const word of row.words.split(' ')) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
  }
  return [{ id: row.id, version: row.version, wordCounts: [...counts.values()], length: row.word_count, cosine }];
}
