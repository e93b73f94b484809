import type { DatabaseSync } from 'node:sqlite';
import { prepareArrays, readValue } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { ordinalsIn } from './ordinals-in.ts';
import { countOfFilterKey, filterKeysOf, memoriesWithFilterKey } from './statements.ts';

/** The number of rows that one step reads, which takes a few milliseconds. */
const rowsAtOnce = 5_000;
const lookupsAtOnce = 1_000;
/** The maximum of memories that are looked up one by one. */
const fewMemories = 500;

interface Masked {
  db: DatabaseSync;
  account: number;
  /** The seqs by ordinal, ascending. */
  seqs: Float64Array;
  mask: Uint8Array;
}

/**
 * Clears in the mask the memories that have no filter key of one of the lists. The rarest list comes first, so that
 * little remains for the others.
 */
export function* matchFilterKeys(masked: Masked, lists: readonly (readonly string[])[]): Steps<void> {
  if (lists.length === 0) return;
  const few = fewIn(masked);
  // Counting would look up each of up to 50,000 alternatives, which takes half a second.
  if (few) return yield* matchFew(masked, few, lists);
  const byRarity: { keys: readonly string[]; rows: number }[] = [];
  for (const keys of lists) byRarity.push({ keys, rows: yield* countRows(masked, keys) });
  byRarity.sort((a, b) => a.rows - b.rows);
  for (const [at, { keys }] of byRarity.entries()) {
    const left = fewIn(masked);
    if (left) {
      const open = byRarity.slice(at).map((one) => one.keys);
      return yield* matchFew(masked, left, open);
    }
    yield* matchMany(masked, keys);
  }
}

/** Returns the ordinals in the mask, or undefined if there are many. */
function fewIn({ mask }: Masked): number[] | undefined {
  const ordinals = [...ordinalsIn(mask).take(fewMemories + 1)];
  return ordinals.length <= fewMemories ? ordinals : undefined;
}

/** Counts the memories with any of the keys, up to the number that one step can read. */
function* countRows({ db, account }: Masked, keys: readonly string[]): Steps<number> {
  let rows = 0;
  for (const [at, key] of keys.entries()) {
    rows += readValue<number>(db, countOfFilterKey, account, key, rowsAtOnce) as number;
    if (rows >= rowsAtOnce) break;
    if (at % lookupsAtOnce === lookupsAtOnce - 1) yield;
  }
  return rows;
}

/** Looks up the keys of each memory. */
function* matchFew(
  { db, seqs, mask }: Masked,
  ordinals: readonly number[],
  lists: readonly (readonly string[])[],
): Steps<void> {
  const sets = lists.map((keys) => new Set(keys));
  const read = prepareArrays<[filterKeys: string]>(db, filterKeysOf);
  let looked = 0;
  for (const ordinal of ordinals) {
    const [filterKeys = '[]'] = read.get(seqs[ordinal] as number) ?? [];
    const own: string[] = JSON.parse(filterKeys);
    if (!sets.every((set) => own.some((key) => set.has(key)))) mask[ordinal] = 0;
    looked += own.length + 1;
    if (looked < lookupsAtOnce) continue;
    looked = 0;
    yield;
  }
}

/** Looks up the memories of each key. */
function* matchMany({ db, account, seqs, mask }: Masked, keys: readonly string[]): Steps<void> {
  const matching = new Uint8Array(mask.length);
  const read = prepareArrays<[seq: number]>(db, memoriesWithFilterKey);
  /** The number of rows read in this step. A lookup counts as several. */
  let work = 0;
  for (const key of keys) {
    let ordinal = 0;
    let after = 0;
    for (let more = true; more; ) {
      const rows = read.all(account, key, after, rowsAtOnce);
      for (const [seq] of rows) {
        while (ordinal < mask.length && (seqs[ordinal] as number) < seq) ordinal++;
        if (ordinal < mask.length && seqs[ordinal] === seq) matching[ordinal] = 1;
      }
      more = rows.length === rowsAtOnce;
      after = rows.at(-1)?.[0] ?? 0;
      work += rows.length + rowsAtOnce / lookupsAtOnce;
      if (work < rowsAtOnce) continue;
      work = 0;
      yield;
    }
  }
  for (let ordinal = 0; ordinal < mask.length; ordinal++)
    mask[ordinal] = (mask[ordinal] as number) & (matching[ordinal] as number);
  yield;
}
