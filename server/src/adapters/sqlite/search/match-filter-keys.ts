import type { DatabaseSync } from 'node:sqlite';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { Ordinals } from './metadata-columns.ts';
import { countOfFilterKey, filterKeysOf, memoriesWithFilterKey } from './statements.ts';
import { intersect, ordinalsIn } from './typed-arrays.ts';

/** The number of rows that one step reads, which takes a few milliseconds. */
const rowsAtOnce = 5_000;
const lookupsAtOnce = 1_000;
/** The maximum of memories that are looked up one by one. */
const fewMemories = 500;

type Keys = readonly string[];

/**
 * Clears in the mask the memories that have no filter key of one of the lists. The rarest list comes first, so that
 * little remains for the others.
 */
export function* matchFilterKeys(
  db: DatabaseSync,
  ordinals: Ordinals,
  mask: Uint8Array,
  lists: readonly Keys[],
): Steps<void> {
  let open = lists;
  for (let isSorted = false; open.length > 0; isSorted = true) {
    const few = [...ordinalsIn(mask).take(fewMemories + 1)];
    // Counting would look up each of up to 50,000 alternatives, which takes half a second.
    if (few.length <= fewMemories) return yield* matchFew(db, ordinals, mask, few, open);
    if (!isSorted) open = yield* byRarity(db, ordinals, open);
    yield* matchMany(db, ordinals, mask, open[0] as Keys);
    open = open.slice(1);
  }
}

/** Sorts the lists by their memories, which are counted up to the number that one step can read. */
function* byRarity(db: DatabaseSync, { account }: Ordinals, lists: readonly Keys[]): Steps<Keys[]> {
  const rowsOf = new Map<Keys, number>();
  for (const keys of lists) {
    let rows = 0;
    for (const [at, key] of keys.entries()) {
      rows += readValue<number>(db, countOfFilterKey, account, key, rowsAtOnce) as number;
      if (rows >= rowsAtOnce) break;
      if (at % lookupsAtOnce === lookupsAtOnce - 1) yield;
    }
    rowsOf.set(keys, rows);
  }
  return [...lists].sort((a, b) => (rowsOf.get(a) as number) - (rowsOf.get(b) as number));
}

/** Looks up the keys of each memory. */
function* matchFew(
  db: DatabaseSync,
  ordinals: Ordinals,
  mask: Uint8Array,
  few: readonly number[],
  lists: readonly Keys[],
): Steps<void> {
  const sets = lists.map((keys) => new Set(keys));
  const read = prepareArrays<[filterKeys: string]>(db, filterKeysOf);
  let looked = 0;
  for (const ordinal of few) {
    const [filterKeys = '[]'] = read.get(ordinals.seqAt(ordinal)) ?? [];
    const own: string[] = JSON.parse(filterKeys);
    if (!sets.every((set) => own.some((key) => set.has(key)))) mask[ordinal] = 0;
    looked += own.length + 1;
    if (looked < lookupsAtOnce) continue;
    looked = 0;
    yield;
  }
}

/** Looks up the memories of each key. */
function* matchMany(db: DatabaseSync, ordinals: Ordinals, mask: Uint8Array, keys: Keys): Steps<void> {
  const matching = new Uint8Array(mask.length);
  const read = prepareArrays<[seq: number]>(db, memoriesWithFilterKey);
  /** The number of rows read in this step. A lookup counts as several. */
  let work = 0;
  for (const key of keys) {
    let ordinal = 0;
    let after = 0;
    for (let more = true; more; ) {
      const rows = read.all(ordinals.account, key, after, rowsAtOnce);
      for (const [seq] of rows) {
        while (ordinal < mask.length && ordinals.seqAt(ordinal) < seq) ordinal++;
        if (ordinal < mask.length && ordinals.seqAt(ordinal) === seq) matching[ordinal] = 1;
      }
      more = rows.length === rowsAtOnce;
      after = rows.at(-1)?.[0] ?? 0;
      work += rows.length + rowsAtOnce / lookupsAtOnce;
      if (work < rowsAtOnce) continue;
      work = 0;
      yield;
    }
  }
  intersect(mask, matching);
  yield;
}
