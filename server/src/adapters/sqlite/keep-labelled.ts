import type { DatabaseSync } from 'node:sqlite';
import { prepare, prepareArrays } from './prepare.ts';
import type { Steps } from './thread-jobs.ts';

/** Rows of a label that are read in one step: a few milliseconds. */
const slice = 5_000;
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
  const byRarity = lists.map((labels) => ({ labels, rows: rowsOf(db, owner, labels) }));
  byRarity.sort((a, b) => a.rows - b.rows);
  for (const { labels } of byRarity) {
    const left = placesIn(mask, fewMemories + 1);
    if (left.length > fewMemories) yield* scan(db, owner, seqs, mask, labels);
    else for (const place of left) if (!isLabelled(db, owner, seqs[place] as number, labels)) mask[place] = 0;
  }
}

/** At most about a slice of each label: enough to tell rare ones from common ones. */
function rowsOf(db: DatabaseSync, owner: number, labels: readonly string[]): number {
  const count = prepare(
    db,
    'SELECT count(*) AS rows FROM (SELECT 1 FROM memory_label WHERE owner = ? AND label = ? LIMIT ?)',
  );
  return labels.reduce((sum, label) => sum + (count.get(owner, label, slice) as { rows: number }).rows, 0);
}

function placesIn(mask: Uint8Array, limit: number): number[] {
  const places: number[] = [];
  for (let place = mask.indexOf(1); place !== -1 && places.length < limit; place = mask.indexOf(1, place + 1))
    places.push(place);
  return places;
}

function* scan(
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
  for (const label of labels) {
    let place = 0;
    for (let after = 0; ; ) {
      const rows = read.all(owner, label, after, slice) as unknown as [seq: number][];
      for (const [seq] of rows) {
        while (place < mask.length && (seqs[place] as number) < seq) place++;
        if (place < mask.length && seqs[place] === seq) labelled[place] = 1;
      }
      if (rows.length < slice) break;
      after = rows.at(-1)?.[0] as number;
      yield;
    }
  }
  for (let place = 0; place < mask.length; place++) mask[place] = (mask[place] as number) & (labelled[place] as number);
  yield;
}

function isLabelled(db: DatabaseSync, owner: number, seq: number, labels: readonly string[]): boolean {
  const has = prepare(db, 'SELECT 1 FROM memory_label WHERE owner = ? AND label = ? AND seq = ?');
  return labels.some((label) => has.get(owner, label, seq) !== undefined);
}
