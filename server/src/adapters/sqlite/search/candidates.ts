import type { DatabaseSync } from 'node:sqlite';
import type { Candidate, CandidateQuery } from '../../../ports/memory-store.ts';
import { distinctiveWords, limitWithinTimes, withNeighbours } from '../../store-kit/candidate-selection.ts';
import { readValue } from '../connection/prepare.ts';
import { largest } from './largest.ts';
import type { MemoryFeatures } from './memory-features.ts';
import type { MemoryOrdinals, View } from './memory-ordinals.ts';
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
  /** The cosines by ordinal, `noCosine` without a vector or outside the view; null for a query without a vector. */
  cosines: Float32Array | null;
}

/** Finds the memories worth ranking. It runs in a read transaction in which the index is up to date. */
export function findCandidates(db: DatabaseSync, query: CandidateQuery, signals: IndexedSignals): Candidate[] {
  const { ordinals, features, cosines } = signals;
  const wordsIn = signals.words.lookUp(query.words);
  const identifiersIn = signals.words.lookUp(query.identifiers);
  const entitiesIn = features.entities.lookUp(query.entities);
  return [...chooseOrdinals(db, query, signals)].map(([ordinal, isContext]) => {
    const { id, version, copyHash, characters, ending, textChangedAt, speaker } = features.at(ordinal);
    const { wordCounts, tagged } = wordsIn(ordinal);
    const named = entitiesIn(ordinal).wordCounts;
    const occurredAt = ordinals.timeAt(ordinal);
    const message = ordinals.messageAt(ordinal);
    const cosine = cosines?.[ordinal] ?? noCosine;
    // Without spread properties, which take longer than all else here.
    return {
      id,
      version,
      wordCounts,
      identified: identifiersIn(ordinal).wordCounts.map((count) => count > 0),
      tagged,
      length: ordinals.lengthAt(ordinal),
      entities: query.entities.filter((_, at) => (named[at] as number) > 0),
      copyHash,
      cosine: cosine === noCosine ? null : cosine,
      characters,
      ending,
      occurredAt,
      statedAt: Math.max(occurredAt, textChangedAt),
      message: message && { run: message.run, position: message.position, speaker },
      isContext,
    };
  });
}

/** Returns the ordinals of the candidates, and whether each of them is context only. */
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
  const findSeq = 'SELECT seq FROM memory WHERE owner = ? AND id = ? AND aside = 0';
  const included = query.include && readValue<number>(db, findSeq, ordinals.account, query.include);
  const found = new Set([
    ...best(view, query.limit),
    ...(then ? best(then, limitWithinTimes(query.limit)) : []),
    ...(then && query.timesAreAll ? ordinals.newest(then, query.limit) : []),
    ...(included ? [ordinals.find(included) ?? -1] : []),
  ]);
  // Whatever the indexes hold, nothing outside the scope is ever a candidate.
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
