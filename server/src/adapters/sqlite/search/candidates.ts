import type { DatabaseSync } from 'node:sqlite';
import { findOrAdd } from '../../../lib/find-or-add.ts';
import type { Candidate, CandidateQuery } from '../../../ports/memory-store.ts';
import { distinctiveWords, limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { readValue } from '../connection/prepare.ts';
import { largest } from './largest.ts';
import type { MemoryFeatures } from './memory-features.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { seqOf } from './statements.ts';
import { noCosine } from './vector-matrix.ts';
import type { WordPostings } from './word-postings.ts';

/** The signals of the index for a query. */
export interface IndexedSignals {
  ordinals: MemoryOrdinals;
  features: MemoryFeatures;
  view: View;
  words: WordPostings;
  /** The number of memories with each word of the query, then with each of its identifiers. */
  frequencies: readonly number[];
  /** The cosines by ordinal, `noCosine` without a vector or outside of the view; null for a query without a vector. */
  cosines: Float32Array | null;
}

/** Finds the memories worth ranking. It runs in a read transaction in which the index is up to date. */
export function findCandidates(db: DatabaseSync, query: CandidateQuery, signals: IndexedSignals): Candidate[] {
  const { ordinals: indexed, features, words, cosines } = signals;
  const chosen = chooseOrdinals(db, query, signals);
  const ordinals = Int32Array.from(chosen.keys()).sort();
  const held = words.numbersIn(ordinals, query.words);
  const wordCounts = new Rows(held, query.words.length, 0, toCount);
  const tagged = new Rows(held, query.words.length, false, isTagged);
  const identifiers = words.numbersIn(ordinals, query.identifiers);
  const identified = new Rows(identifiers, query.identifiers.length, false, isHeld);
  const entities = features.entities.numbersIn(ordinals, query.entities);
  const named = new Rows(entities, query.entities.length, false, isHeld);
  const candidates: Candidate[] = [];
  for (let row = 0; row < ordinals.length; row++) {
    const ordinal = ordinals[row] as number;
    const { id, version, copyHash, characters, ending, textChangedAt, speaker } = features.at(ordinal);
    const names = named.at(row);
    const occurredAt = indexed.timeAt(ordinal);
    const message = indexed.messageAt(ordinal);
    const cosine = cosines?.[ordinal] ?? noCosine;
    // Spread properties would take longer than everything else here.
    candidates.push({
      id,
      version,
      wordCounts: wordCounts.at(row),
      identified: identified.at(row),
      tagged: tagged.at(row),
      length: indexed.lengthAt(ordinal),
      entities: names.length === 0 ? query.entities : query.entities.filter((_, name) => names[name]),
      copyHash,
      cosine: cosine === noCosine ? null : cosine,
      characters,
      ending,
      occurredAt,
      statedAt: Math.max(occurredAt, textChangedAt),
      message: message && { run: message.run, position: message.position, speaker },
      isContext: chosen.get(ordinal) as boolean,
    });
  }
  return candidates;
}

const toCount = (number: number): number => number >>> 1;
const isTagged = (number: number): boolean => (number & 1) === 1;
const isHeld = (number: number): boolean => number > 1;

/** Rows with larger values are not shared. */
const keyBase = 4;

/**
 * The arrays of a query's candidates. Candidates with the same content share one, because there are few different ones.
 */
class Rows<Value extends number | boolean> {
  private readonly numbers: Uint16Array;
  private readonly width: number;
  private readonly empty: Value[];
  private readonly toValue: (number: number) => Value;
  private readonly known = new Map<number, Value[]>();

  /** @param numbers a row of this many numbers for each candidate */
  constructor(numbers: Uint16Array, width: number, nothing: Value, toValue: (number: number) => Value) {
    this.numbers = numbers;
    this.width = width;
    this.empty = new Array<Value>(width).fill(nothing);
    this.toValue = toValue;
  }

  at(row: number): Value[] {
    let key = 0;
    for (let at = row * this.width; at < (row + 1) * this.width; at++) {
      const digit = Number(this.toValue(this.numbers[at] as number));
      if (digit >= keyBase) return this.make(row);
      key = key * keyBase + digit;
    }
    if (key === 0) return this.empty;
    // A larger key is not exact, so it may represent several rows.
    if (key > Number.MAX_SAFE_INTEGER) return this.make(row);
    return findOrAdd(this.known, key, () => this.make(row));
  }

  private make(row: number): Value[] {
    const values = this.empty.slice();
    for (let at = 0; at < values.length; at++) values[at] = this.toValue(this.numbers[row * this.width + at] as number);
    return values;
  }
}

/** Returns the ordinals of the candidates, and whether each of them is only context. */
function chooseOrdinals(
  db: DatabaseSync,
  query: CandidateQuery,
  { ordinals, view, words, frequencies, cosines }: IndexedSignals,
): Map<number, boolean> {
  const statistics = { scopeSize: view.memories, documentFrequencies: frequencies };
  const selective = distinctiveWords([...query.words, ...query.identifiers], statistics);
  const best = (seen: View, limit: number) => [
    ...words.best(selective, limit, seen.mask),
    ...(cosines ? largest(seen === view ? cosines : masked(cosines, seen), limit, noCosine) : []),
  ];
  const then = query.times.length > 0 ? ordinals.within(view, query.times) : undefined;
  const included = query.include && readValue<number>(db, seqOf, ordinals.account, query.include);
  const found = new Set([
    ...best(view, query.limit),
    ...(then ? best(then, limitWithinTimes(query.limit)) : []),
    ...(then && query.timesAreAll ? ordinals.newest(then, query.limit) : []),
    ...(included ? [ordinals.find(included) ?? -1] : []),
  ]);
  // Regardless of the content of the indexes, nothing outside of the scope is ever a candidate.
  for (const ordinal of found) if (!ordinals.sees(view, ordinal)) found.delete(ordinal);
  return withNeighbours(found, (ordinal, reach) => ordinals.neighbours(view, ordinal, reach));
}

/** Removes the cosines of memories outside the view. */
export function masked(cosines: Float32Array, { mask }: View): Float32Array {
  const kept = new Float32Array(cosines.length);
  for (let ordinal = 0; ordinal < kept.length; ordinal++)
    kept[ordinal] = mask[ordinal] === 1 ? (cosines[ordinal] as number) : noCosine;
  return kept;
}
