import type { DatabaseSync } from 'node:sqlite';
import type { Metadata } from '../../../ports/memory.ts';
import { prepareArrays } from '../connection/prepare.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import type { MetadataColumn } from './metadata-column.ts';
import type { MetadataColumns } from './metadata-columns.ts';
import { ordinalsIn } from './ordinals-in.ts';
import { metadataOf } from './statements.ts';

/** The maximum of memories whose metadata are read one by one, rather than those of the whole account. */
const fewMemories = 500;
/** The sizes of one step of these reads. */
const lookupsAtOnce = 1_000;
const charactersAtOnce = 400_000;

/** The metadata of one account. */
export interface ColumnReads {
  db: DatabaseSync;
  account: number;
  columns: MetadataColumns;
  /** The seqs by ordinal, ascending. */
  seqs: Float64Array;
  findOrdinal: (seq: number) => number | undefined;
  /** Called when the columns may have grown. It may drop them. */
  onGrown: () => void;
}

/**
 * Reads the columns of these keys step by step, unless the mask contains few memories.
 * @returns undefined when the metadata must be read with {@link readEach}
 */
export function* readColumns(
  { db, account, columns, findOrdinal, onGrown }: ColumnReads,
  mask: Uint8Array,
  keys: readonly string[],
): Steps<MetadataColumn[] | undefined> {
  const isFew = ordinalsIn(mask).drop(fewMemories).next().done;
  if (isFew) return undefined;
  while (columns.readNext(db, account, keys, findOrdinal)) {
    onGrown();
    yield;
  }
  return columns.find(keys);
}

/** Reads the metadata of each memory in the mask. */
export function* readEach(
  { db, seqs }: ColumnReads,
  mask: Uint8Array,
  take: (metadata: Metadata, ordinal: number) => void,
): Steps<void> {
  const read = prepareArrays<[metadata: string]>(db, metadataOf);
  let lookups = 0;
  let characters = 0;
  for (const ordinal of ordinalsIn(mask)) {
    const [metadata = '{}'] = read.get(seqs[ordinal] as number) ?? [];
    take(JSON.parse(metadata), ordinal);
    characters += metadata.length;
    if (++lookups < lookupsAtOnce && characters < charactersAtOnce) continue;
    lookups = 0;
    characters = 0;
    yield;
  }
}
