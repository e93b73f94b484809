import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { placesIn } from './places-in.ts';

/** What is done in one step: a few milliseconds. */
const rowsAtOnce = 5_000;
const lookupsAtOnce = 1_000;
/** So few memories are asked one by one. */
const fewMemories = 500;

/**
 * Clears in `mask` what lacks all labels of any of the lists, the rarest first: then little is left to be looked at.
 * @param seqs of the places, ascending
 */
export function* keepLabelled(
  db: DatabaseSync,
  owner: number,
  seqs: Float64Array,
  mask: Uint8Array,
  lists: readonly (readonly string[])[],
): Steps<void> {
  const byRarity: { labels: readonly string[]; rows: number }[] = [];
  for (const labels of lists) byRarity.push({ labels, rows: yield* rowsOf(db, owner, labels) });
  byRarity.sort((a, b) => a.rows - b.rows);
  for (const [at, { labels }] of byRarity.entries()) {
    const left = [...placesIn(mask).take(fewMemories + 1)];
    if (left.length <= fewMemories) {
      const open = byRarity.slice(at).map((one) => new Set(one.labels));
      return yield* keepOfFew(db, seqs, mask, left, open);
    }
    yield* keepOfMany(db, owner, seqs, mask, labels);
  }
}

/** How many memories have any of the labels; more than a step can read is said to be that many. */
function* rowsOf(db: DatabaseSync, owner: number, labels: readonly string[]): Steps<number> {
  const count = prepare(
    db,
    'SELECT count(*) AS rows FROM (SELECT 1 FROM memory_label WHERE owner = ? AND label = ? LIMIT ?)',
  );
  let rows = 0;
  for (const [at, label] of labels.entries()) {
    rows += (count.get(owner, label, rowsAtOnce) as { rows: number }).rows;
    if (rows >= rowsAtOnce) break;
    if (at % lookupsAtOnce === lookupsAtOnce - 1) yield;
  }
  return rows;
}

/** By the labels of each memory. */
function* keepOfFew(
  db: DatabaseSync,
  seqs: Float64Array,
  mask: Uint8Array,
  places: readonly number[],
  lists: readonly ReadonlySet<string>[],
): Steps<void> {
  const read = prepareArrays(db, 'SELECT label FROM memory_label WHERE seq = ?');
  let looked = 0;
  for (const place of places) {
    const own = (read.all(seqs[place] as number) as unknown as [label: string][]).map(([label]) => label);
    if (!lists.every((list) => own.some((label) => list.has(label)))) mask[place] = 0;
    looked += own.length;
    if (looked < lookupsAtOnce) continue;
    looked = 0;
    yield;
  }
}

/** By the memories of each label. */
function* keepOfMany(
  db: DatabaseSync,
  owner: number,
  seqs: Float64Array,
  mask: Uint8Array,
  labels: readonly string[],
): Steps<void> {
  const labelled = new Uint8Array(mask.length);
  const read = prepareArrays(
    db,
    'SELECT seq FROM memory_label WHERE owner = ? AND label = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  /** Each lookup counts as some rows. */
  let work = 0;
  for (const label of labels) {
    let place = 0;
    let after = 0;
    for (let more = true; more; ) {
      const rows = read.all(owner, label, after, rowsAtOnce) as unknown as [seq: number][];
      for (const [seq] of rows) {
        while (place < mask.length && (seqs[place] as number) < seq) place++;
        if (place < mask.length && seqs[place] === seq) labelled[place] = 1;
      }
      more = rows.length === rowsAtOnce;
      after = rows.at(-1)?.[0] ?? 0;
      work += rows.length + rowsAtOnce / lookupsAtOnce;
      if (work < rowsAtOnce) continue;
      work = 0;
      yield;
    }
  }
  for (let place = 0; place < mask.length; place++) mask[place] = (mask[place] as number) & (labelled[place] as number);
  yield;
}
