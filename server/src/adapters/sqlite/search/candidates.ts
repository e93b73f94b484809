import type { DatabaseSync } from 'node:sqlite';
import type { Candidate, CandidateQuery } from '../../../ports/memory-store.ts';
import { distinctiveWords, limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { type FoundMemory, toCandidates } from '../../store-kit/to-candidates.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { changedSince, lastChange } from './changes.ts';
import { largest } from './largest.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { noCosine } from './vector-matrix.ts';
import type { WordSearches } from './word-candidates.ts';

/** A memory to read. */
export interface Chosen extends FoundMemory {
  seq: number;
}

/**
 * Chooses the memories worth ranking. It must run inside a read transaction in which `ordinals` is up to date.
 * @param documentFrequencies of the query's words within the view
 * @param cosines of all ordinals, `noCosine` where there is none or nothing is visible
 */
export function chooseCandidates(
  db: DatabaseSync,
  account: number,
  ordinals: MemoryOrdinals,
  view: View,
  searchWords: WordSearches,
  query: CandidateQuery,
  documentFrequencies: readonly number[],
  cosines: Float32Array | null,
): Chosen[] {
  const words = distinctiveWords(query.words, { scopeSize: view.memories, documentFrequencies });
  const best = (seen: View, limit: number) => {
    const nearest = cosines ? largest(seen === view ? cosines : masked(cosines, seen), limit, noCosine) : [];
    const byWords = searchWords(account, ordinals, seen).best(words, limit);
    return [...byWords, ...nearest.map((ordinal) => ordinals.seqAt(ordinal))];
  };
  const then = query.times.length > 0 ? ordinals.within(view, query.times) : undefined;
  const found = new Set([
    ...best(view, query.limit),
    ...(then ? best(then, limitWithinTimes(query.limit)) : []),
    ...(then && query.timesAreAll ? ordinals.newest(then, query.limit) : []),
    ...included(db, account, query),
  ]);
  // Whatever the indexes say, nothing outside the scope is ever a candidate.
  for (const seq of found) if (!ordinals.sees(view, seq)) found.delete(seq);
  const around = (seq: number, reach: number) => ordinals.neighbours(view.mask, seq, reach);
  return [...withNeighbours(found, around)].map(([seq, isContext]) => {
    const ordinal = ordinals.find(seq);
    const cosine = ordinal === undefined ? undefined : cosines?.[ordinal];
    return {
      seq,
      cosine: cosine === undefined || cosine === noCosine ? null : cosine,
      message: ordinals.messageOf(seq),
      isContext,
    };
  });
}

/** Memories outside the view have no cosine. */
export function masked(cosines: Float32Array, { mask }: View): Float32Array {
  return cosines.map((cosine, ordinal) => (mask[ordinal] === 1 ? cosine : noCosine));
}

function included(db: DatabaseSync, account: number, { include }: CandidateQuery): number[] {
  if (include === undefined) return [];
  const row = prepare(db, 'SELECT seq FROM memory WHERE owner = ? AND id = ? AND aside = 0').get(account, include) as
    | { seq: number }
    | undefined;
  return row ? [row.seq] : [];
}

const rowColumns = `id, version, words, tag_words, word_count, entities, copy_hash, characters, ending, occurred_at,
  text_changed_at, speaker`;
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
  textChangedAt: number | null,
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
  account: number,
  chosen: readonly Chosen[],
  query: CandidateQuery,
): Steps<Candidate[]> {
  const read = prepareArrays(db, `SELECT ${rowColumns} FROM memory WHERE seq = ?`);
  const toCandidate = toCandidates(query);
  const candidates: Candidate[] = [];
  const begunAt = lastChange(db);
  let changed: ReadonlySet<number> | undefined = new Set();
  let charactersRead = 0;
  for (const { seq, ...found } of chosen) {
    if (charactersRead > readAtOnce) {
      charactersRead = 0;
      yield;
      changed = changedSince(db, account, begunAt);
    }
    const row = read.get(seq) as unknown as Row | undefined;
    if (!row) continue;
    const [id, version, words, tagWords, wordCount, entities, copyHash, characters, ending, ...rest] = row;
    const [occurredAt, textChangedAt, speaker] = rest;
    const stored = {
      ...{ id, words, tagWords, wordCount, copyHash, characters, ending, occurredAt, textChangedAt, speaker },
      version: changed && !changed.has(seq) ? version : changedVersion,
      entityNames: () => (JSON.parse(entities) as { name: string }[]).map(({ name }) => name),
    };
    candidates.push(toCandidate(stored, found));
    charactersRead += words.length + tagWords.length;
  }
  return candidates;
}
