import type { DatabaseSync } from 'node:sqlite';
import type { Candidate, CandidateQuery } from '../../../ports/memory-store.ts';
import { distinctiveWords, limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { type FoundMemory, toCandidates } from '../../store-kit/to-candidates.ts';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { changedSince, changeRange } from './changes.ts';
import { largest } from './largest.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { noCosine } from './vector-matrix.ts';
import type { WordSearches } from './word-candidates.ts';

/** A memory whose row is to be read. */
export interface Chosen extends FoundMemory {
  seq: number;
}

/** The signals of the index for a query. */
export interface IndexedSignals {
  ordinals: MemoryOrdinals;
  view: View;
  /** The number of memories with each word of the query, then with each of its identifiers. */
  documentFrequencies: readonly number[];
  /** The cosines by ordinal, `noCosine` without a vector or outside the view; null for a query without a vector. */
  cosines: Float32Array | null;
}

/** Chooses the memories worth ranking. It runs in a read transaction in which the ordinals are up to date. */
export function chooseCandidates(
  db: DatabaseSync,
  query: CandidateQuery,
  searchWords: WordSearches,
  { ordinals, view, documentFrequencies, cosines }: IndexedSignals,
): Chosen[] {
  const terms = [...query.words, ...query.identifiers];
  const words = distinctiveWords(terms, { scopeSize: view.memories, documentFrequencies });
  const best = (seen: View, limit: number) => {
    const nearest = cosines ? largest(seen === view ? cosines : masked(cosines, seen), limit, noCosine) : [];
    const byWords = searchWords(ordinals, seen).best(words, limit);
    return [...byWords, ...nearest.map((ordinal) => ordinals.seqAt(ordinal))];
  };
  const then = query.times.length > 0 ? ordinals.within(view, query.times) : undefined;
  const findSeq = 'SELECT seq FROM memory WHERE owner = ? AND id = ? AND aside = 0';
  const included = query.include && readValue<number>(db, findSeq, ordinals.account, query.include);
  const found = new Set([
    ...best(view, query.limit),
    ...(then ? best(then, limitWithinTimes(query.limit)) : []),
    ...(then && query.timesAreAll ? ordinals.newest(then, query.limit) : []),
    ...(included ? [included] : []),
  ]);
  // Whatever the indexes hold, nothing outside the scope is ever a candidate.
  for (const seq of found) if (!ordinals.sees(view, seq)) found.delete(seq);
  const around = (seq: number, reach: number) => ordinals.neighbours(view, seq, reach);
  return [...withNeighbours(found, around)].map(([seq, isContext]) => {
    const ordinal = ordinals.find(seq) as number;
    const cosine = cosines?.[ordinal] ?? noCosine;
    return { seq, cosine: cosine === noCosine ? null : cosine, message: ordinals.messageAt(ordinal), isContext };
  });
}

/** Removes the cosines of memories outside the view. */
export function masked(cosines: Float32Array, { mask }: View): Float32Array {
  return cosines.map((cosine, ordinal) => (mask[ordinal] === 1 ? cosine : noCosine));
}

const rowColumns = `id, version, words, identifiers, tag_words, word_count, entities, copy_hash, characters, ending, occurred_at,
  text_changed_at, speaker`;
type Row = [
  id: string,
  version: number,
  words: string,
  identifiers: string,
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

/** A version that no memory has, so that the caller repeats a search that found a memory that changed meanwhile. */
const changedVersion = 0;
/** The number of characters whose words are counted in about a millisecond. */
const charactersAtOnce = 100_000;

/** Reads the chosen memories, in several steps for long texts. It leaves out deleted ones and marks changed ones. */
export function* readCandidates(
  db: DatabaseSync,
  account: number,
  chosen: readonly Chosen[],
  query: CandidateQuery,
): Steps<Candidate[]> {
  const read = prepareArrays<Row>(db, `SELECT ${rowColumns} FROM memory WHERE seq = ?`);
  const toCandidate = toCandidates(query);
  const candidates: Candidate[] = [];
  const begunAt = changeRange(db).last;
  let changed: ReadonlySet<number> | undefined = new Set();
  let charactersRead = 0;
  for (const { seq, ...found } of chosen) {
    if (charactersRead > charactersAtOnce) {
      charactersRead = 0;
      yield;
      changed = changedSince(db, account, begunAt);
    }
    const row = read.get(seq);
    if (!row) continue;
    const [id, version, words, identifiers, tagWords, wordCount, entities, copyHash, ...rest] = row;
    const [characters, ending, occurredAt, textChangedAt, speaker] = rest;
    const stored = {
      ...{ id, words, identifiers, tagWords, wordCount, copyHash },
      ...{ characters, ending, occurredAt, textChangedAt, speaker },
      version: changed && !changed.has(seq) ? version : changedVersion,
      entityNames: () => (JSON.parse(entities) as { name: string }[]).map(({ name }) => name),
    };
    candidates.push(toCandidate(stored, found));
    charactersRead += words.length + tagWords.length;
  }
  return candidates;
}
