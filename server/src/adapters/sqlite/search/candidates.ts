import type { DatabaseSync } from 'node:sqlite';
import type { Candidate, CandidateQuery } from '../../../ports/memory-store.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { changedSince, lastChange } from './changes.ts';
import { largest } from './largest.ts';
import type { OwnerPlaces, View } from './owner-places.ts';
import { noCosine } from './vector-matrix.ts';
import type { WordSearches } from './word-search.ts';

/** What is to be read of a memory, with what is known of it without reading. */
export interface Chosen {
  seq: number;
  cosine: number | null;
  turn: { run: number; position: number } | null;
  isContext: boolean;
}

/**
 * Which memories are worth ranking. Must run inside a read transaction that `places` is up to date in.
 * @param documentFrequencies of the query's words within the view
 * @param cosines of all places, `noCosine` where there is none or nothing is visible
 */
export function chooseCandidates(
  db: DatabaseSync,
  owner: number,
  places: OwnerPlaces,
  view: View,
  searchWords: WordSearches,
  query: CandidateQuery,
  documentFrequencies: readonly number[],
  cosines: Float32Array | null,
): Chosen[] {
  const telling = tellingWords(query.words, view, documentFrequencies);
  const best = (seen: View, limit: number) => {
    const nearest = cosines ? largest(seen === view ? cosines : masked(cosines, seen), limit, noCosine) : [];
    const byWords = searchWords(owner, places, seen).best(telling, limit);
    return [...byWords, ...nearest.map((place) => places.seqAt(place))];
  };
  const then = query.times.length > 0 ? places.within(view, query.times) : undefined;
  const found = new Set([
    ...best(view, query.limit),
    ...(then ? best(then, query.limit / 2) : []),
    ...(then && query.timesAreAll ? places.newest(then, query.limit) : []),
    ...included(db, owner, query),
  ]);
  // Whatever the indexes say, nothing outside the scope is ever a candidate.
  for (const seq of found) if (!places.sees(view, seq)) found.delete(seq);
  return [...withNeighbours(places, view.mask, found)].map(([seq, isContext]) => {
    const place = places.find(seq);
    const cosine = place === undefined ? undefined : cosines?.[place];
    return {
      seq,
      cosine: cosine === undefined || cosine === noCosine ? null : cosine,
      turn: places.turnOf(seq),
      isContext,
    };
  });
}

/** Below this, all words are soon looked up. */
const manyMemories = 10_000;
const commonShare = 0.2;

/** Without those that so many memories hold that they choose none, where there are others. They still count for rank. */
function tellingWords(words: readonly string[], { memories }: View, frequencies: readonly number[]): readonly string[] {
  if (memories < manyMemories) return words;
  const telling = words.filter((_, at) => (frequencies[at] as number) <= commonShare * memories);
  const isHeld = new Set(words.filter((_, at) => (frequencies[at] as number) > 0));
  return telling.some((word) => isHeld.has(word)) ? telling : words;
}

/** What the view does not hold has none. */
export function masked(cosines: Float32Array, { mask }: View): Float32Array {
  return cosines.map((cosine, place) => (mask[place] === 1 ? cosine : noCosine));
}

function included(db: DatabaseSync, owner: number, { include }: CandidateQuery): number[] {
  if (include === undefined) return [];
  const row = prepare(db, 'SELECT seq FROM memory WHERE owner = ? AND id = ? AND aside = 0').get(owner, include) as
    | { seq: number }
    | undefined;
  return row ? [row.seq] : [];
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

const rowColumns = `id, version, words, tag_words, word_count, entities, copy_hash, characters, ending, occurred_at,
  max(occurred_at, coalesce(text_changed_at, occurred_at)), speaker`;
type Row = [
  id: string,
  version: number,
  words: string,
  tagWords: string,
  wordCount: number,
  entities: string,
  copyHash: number | null,
  characters: number,
  ending: string,
  occurredAt: number,
  toldAt: number,
  speaker: string | null,
];

/** No version of any memory: one that changed while it was read is to be asked for again. */
const changedVersion = 0;
/** In characters: as many words take about a millisecond to count. */
const readAtOnce = 100_000;

/**
 * Reads the chosen ones, those of long texts in several steps. One that is gone by then is left out, one that changed has
 * no version.
 */
export function* readCandidates(
  db: DatabaseSync,
  owner: number,
  chosen: readonly Chosen[],
  query: CandidateQuery,
): Steps<Candidate[]> {
  const read = prepareArrays(db, `SELECT ${rowColumns} FROM memory WHERE seq = ?`);
  const places = new Map(query.words.map((word, at) => [word, at]));
  const candidates: Candidate[] = [];
  const begunAt = lastChange(db);
  let changed: ReadonlySet<number> | undefined = new Set();
  let charactersRead = 0;
  for (const { seq, ...known } of chosen) {
    if (charactersRead > readAtOnce) {
      charactersRead = 0;
      yield;
      changed = changedSince(db, owner, begunAt);
    }
    const row = read.get(seq) as unknown as Row | undefined;
    if (!row) continue;
    const [id, version, words, tagWords, length, entities, copyHash, characters, ending, occurredAt, toldAt, speaker] =
      row;
    const tags = new Set(tagWords.split(' '));
    candidates.push({
      id,
      version: changed && !changed.has(seq) ? version : changedVersion,
      wordCounts: countsOf(words, places),
      tagged: query.words.map((word) => tags.has(word)),
      length,
      entities: named(query.entities, entities),
      copyHash,
      cosine: known.cosine,
      characters,
      ending,
      occurredAt,
      toldAt,
      turn: known.turn && { ...known.turn, speaker: speaker ?? '' },
      isContext: known.isContext,
    });
    charactersRead += words.length + tagWords.length;
  }
  return candidates;
}

/** How often each of the words occurs. */
function countsOf(words: string, places: ReadonlyMap<string, number>): number[] {
  const counts = new Array<number>(places.size).fill(0);
  for (const word of words.split(' ')) {
    const at = places.get(word);
    if (at !== undefined) counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}

/** Those of `wanted` that stand in the stored entities. */
function named(wanted: readonly string[], stored: string): string[] {
  if (wanted.length === 0 || stored === '[]') return [];
  const names = new Set((JSON.parse(stored) as { name: string }[]).map(({ name }) => name.toLowerCase()));
  return wanted.filter((name) => names.has(name));
}
