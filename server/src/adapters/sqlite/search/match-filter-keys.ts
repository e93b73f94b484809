import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { ordinalsIn } from './ordinals-in.ts';

/** The work of one step, which takes a few milliseconds. */
const rowsAtOnce = 5_000;
const lookupsAtOnce = 1_000;
/** So few memories are looked up one by one. */
const fewMemories = 500;

/**
 * Clears in `mask` the memories that lack every filter key of any of the lists. The rarest list comes first, so that
 * little is left for the others.
 * @param seqs of the ordinals, ascending
 */
export function* matchFilterKeys(
  db: DatabaseSync,
  account: number,
  seqs: Float64Array,
  mask: Uint8Array,
  lists: readonly (readonly string[])[],
): Steps<void> {
  const byRarity: { keys: readonly string[]; rows: number }[] = [];
  for (const keys of lists) byRarity.push({ keys, rows: yield* rowsOf(db, account, keys) });
  byRarity.sort((a, b) => a.rows - b.rows);
  for (const [at, { keys }] of byRarity.entries()) {
    const left = [...ordinalsIn(mask).take(fewMemories + 1)];
    if (left.length <= fewMemories) {
      const open = byRarity.slice(at).map((one) => new Set(one.keys));
      return yield* matchFew(db, seqs, mask, left, open);
    }
    yield* matchMany(db, account, seqs, mask, keys);
  }
}

/** How many memories have any of the keys, counted up to what one step can read. */
function* rowsOf(db: DatabaseSync, account: number, keys: readonly string[]): Steps<number> {
  const count = prepare(
    db,
    'SELECT count(*) AS rows FROM (SELECT 1 FROM memory_label WHERE owner = ? AND label = ? LIMIT ?)',
  );
  let rows = 0;
  for (const [at, key] of keys.entries()) {
    rows += (count.get(account, key, rowsAtOnce) as { rows: number }).rows;
    if (rows >= rowsAtOnce) break;
    if (at % lookupsAtOnce === lookupsAtOnce - 1) yield;
  }
  return rows;
}

/** Looks up the keys of each memory. */
function* matchFew(
  db: DatabaseSync,
  seqs: Float64Array,
  mask: Uint8Array,
  ordinals: readonly number[],
  lists: readonly ReadonlySet<string>[],
): Steps<void> {
  const read = prepareArrays(db, 'SELECT label FROM memory_label WHERE seq = ?');
  let looked = 0;
  for (const ordinal of ordinals) {
    const own = (read.all(seqs[ordinal] as number) as unknown as [label: string][]).map(([label]) => label);
    if (!lists.every((list) => own.some((label) => list.has(label)))) mask[ordinal] = 0;
    looked += own.length;
    if (looked < lookupsAtOnce) continue;
    looked = 0;
    yield;
  }
}

/** Looks up the memories of each key. */
function* matchMany(
  db: DatabaseSync,
  account: number,
  seqs: Float64Array,
  mask: Uint8Array,
  keys: readonly string[],
): Steps<void> {
  const matching = new Uint8Array(mask.length);
  const read = prepareArrays(
    db,
    'SELECT seq FROM memory_label WHERE owner = ? AND label = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  /** Each lookup counts as some rows. */
  let work = 0;
  for (const key of keys) {
    let ordinal = 0;
    let after = 0;
    for (let more = true; more; ) {
      const rows = read.all(account, key, after, rowsAtOnce) as unknown as [seq: number][];
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
