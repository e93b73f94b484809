import type { DatabaseSync } from 'node:sqlite';
import { largest, lastOrdinalsIn } from '../../../lib/typed-arrays.ts';
import type { Candidate, CandidateQuery } from '../../../ports/candidate-index.ts';
import { distinctiveWords, limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { readValue } from '../connection/open-database.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
import { seqOf } from './statements.ts';
import { masked, noCosine } from './vector-matrix.ts';
import type { WordPostings } from './word-postings.ts';

export interface IndexedSignals {
  ordinals: MemoryOrdinals;
  view: View;
  words: WordPostings;
  /** The number of memories with each word of the query, then with each of its identifiers. */
  frequencies: readonly number[];
  /** The cosines by ordinal, `noCosine` without a vector or outside of the view; null for a query without a vector. */
  cosines: Float32Array | null;
}

/** Finds the memories worth ranking. It runs in a read transaction in which the index is up to date. */
export function findCandidates(db: DatabaseSync, query: CandidateQuery, signals: IndexedSignals): Candidate[] {
  const { ordinals: indexed, words, cosines } = signals;
  const { columns, conversations } = indexed;
  const chosen = chooseOrdinals(db, query, signals);
  const ordinals = Int32Array.from(chosen.keys()).sort();
  const held = words.numbersIn(ordinals, query.words);
  const identifiers = words.numbersIn(ordinals, query.identifiers);
  const entities = indexed.entities.numbersIn(ordinals, query.entities);
  const candidates: Candidate[] = [];
  for (let row = 0; row < ordinals.length; row++) {
    const ordinal = ordinals[row] as number;
    const copyHash = columns.copyHash[ordinal] as number;
    const ending = columns.ending[ordinal] as number;
    const occurredAt = columns.occurredAt[ordinal] as number;
    const textChangedAt = columns.textChangedAt[ordinal] as number;
    const message = conversations.find(ordinal);
    const cosine = cosines?.[ordinal] ?? noCosine;
    // Spread properties would take longer than everything else here.
    candidates.push({
      id: indexed.idAt(ordinal),
      version: columns.version[ordinal] as number,
      wordCounts: readRow(held, row, query.words.length, toCount),
      identified: readRow(identifiers, row, query.identifiers.length, isHeld),
      tagged: readRow(held, row, query.words.length, isTagged),
      length: columns.wordCount[ordinal] as number,
      entities: query.entities.filter((_, at) => isHeld(entities[row * query.entities.length + at] as number)),
      copyHash: copyHash === -1 ? null : copyHash,
      cosine: cosine === noCosine ? null : cosine,
      characters: columns.characters[ordinal] as number,
      ending: ending === -1 ? '' : String.fromCodePoint(ending),
      occurredAt,
      statedAt: textChangedAt === -1 ? occurredAt : Math.max(occurredAt, textChangedAt),
      message: message && { run: message.run, position: message.position, speaker: indexed.speakerAt(ordinal) },
      isContext: chosen.get(ordinal) as boolean,
    });
  }
  return candidates;
}

const toCount = (number: number): number => number >>> 1;
const isTagged = (number: number): boolean => (number & 1) === 1;
const isHeld = (number: number): boolean => number > 1;

/** Returns what a candidate has of the words of the query. @param width the number of these words */
function readRow<Value>(numbers: Uint16Array, row: number, width: number, toValue: (number: number) => Value): Value[] {
  const values = new Array<Value>(width);
  for (let at = 0; at < width; at++) values[at] = toValue(numbers[row * width + at] as number);
  return values;
}

function chooseOrdinals(db: DatabaseSync, query: CandidateQuery, signals: IndexedSignals): Map<number, boolean> {
  const { ordinals, view, words, frequencies, cosines } = signals;
  const statistics = { scopeSize: view.memories, documentFrequencies: frequencies };
  const selective = distinctiveWords([...query.words, ...query.identifiers], statistics);
  const best = (mask: Uint8Array, limit: number) => [
    ...words.best(selective, limit, mask),
    ...(cosines ? largest(mask === view.mask ? cosines : masked(cosines, mask), limit, noCosine) : []),
  ];
  const then = query.times.length > 0 ? ordinals.within(view.mask, query.times) : undefined;
  const included = query.include && readValue<number>(db, seqOf, ordinals.account, query.include);
  const found = new Set([
    ...best(view.mask, query.limit),
    ...(then ? best(then, limitWithinTimes(query.limit)) : []),
    ...(then && query.timesAreAll ? lastOrdinalsIn(then, query.limit) : []),
    ...(included ? [ordinals.find(included) ?? -1] : []),
  ]);
  // Regardless of the content of the indexes, nothing outside of the scope is ever a candidate.
  const { taken } = ordinals.columns;
  for (const ordinal of found) if (view.mask[ordinal] !== 1 || taken[ordinal] !== 1) found.delete(ordinal);
  return withNeighbours(found, (ordinal, reach) => ordinals.neighbours(view, ordinal, reach));
}
