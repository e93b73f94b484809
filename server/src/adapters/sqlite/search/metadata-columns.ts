import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { valueAt } from '../../../ports/conditions.ts';
import { prepareArrays } from '../connection/prepare.ts';
import { MetadataColumn } from './metadata-column.ts';
import { memoriesAfter } from './statements.ts';
import { all, takeSlice } from './take-slice.ts';

/** More than the keys of two searches. The columns of the last keys stay in memory. */
const maxColumns = 128;
/** The sizes of one step, which takes about ten milliseconds on a slow core. */
const slices = { rows: 2_000, characters: 400_000 };

/** The memories of one account by ordinal. */
export interface Ordinals {
  readonly account: number;
  seqAt(ordinal: number): number;
  find(seq: number): number | undefined;
}

/**
 * Contains the values of the metadata keys in recent searches, so that conditions on them read no rows. A column is
 * read in slices when a search first contains its key. It follows changes from then on.
 */
export class MetadataColumns {
  private readonly columns = new LRUCache<string, MetadataColumn>({ max: maxColumns });
  /** Whether columns are allowed. Otherwise every search reads the metadata from the table. */
  isKept = true;

  /** The estimated size in bytes. */
  get bytes(): number {
    let bytes = 0;
    for (const column of this.columns.values()) bytes += column.bytes;
    return bytes;
  }

  get isUsed(): boolean {
    return this.columns.size > 0;
  }

  /** Drops the columns until the table is read again. */
  drop(): void {
    this.isKept = false;
    this.columns.clear();
  }

  /** Applies a change of a memory, whose metadata are JSON text. */
  set(seq: number, ordinal: number, metadata: string): void {
    if (!this.isUsed) return;
    const values = JSON.parse(metadata);
    for (const [key, column] of this.columns.entries()) {
      // A later slice will read the state of the others then.
      if (seq <= column.readTo) column.set(ordinal, valueAt(values, key));
      if (column.isMostlyUnused) this.columns.delete(key);
    }
  }

  /** Returns the columns of these keys; undefined unless all are read. */
  find(keys: readonly string[]): MetadataColumn[] | undefined {
    const found = keys.flatMap((key) => this.columns.get(key) ?? []);
    const isRead = found.length === keys.length && found.every(({ readTo }) => readTo === all);
    return isRead ? found : undefined;
  }

  /**
   * Reads the next slice of the columns of these keys that are furthest behind.
   * @returns false if there is nothing left to read
   */
  readNext(db: DatabaseSync, ordinals: Ordinals, keys: readonly string[]): boolean {
    if (!this.isKept) return false;
    for (const key of keys) if (!this.columns.has(key)) this.columns.set(key, new MetadataColumn());
    const wanted = keys.map((key) => [key, this.columns.get(key) as MetadataColumn] as const);
    const readTo = Math.min(...wanted.map(([, column]) => column.readTo));
    if (readTo === all) return false;
    const behind = wanted.filter(([, column]) => column.readTo === readTo);
    const read = prepareArrays<[seq: number, metadata: string]>(db, memoriesAfter('seq, metadata'));
    const last = takeSlice(slices, read.iterate(ordinals.account, readTo), ([seq, metadata]) => {
      const ordinal = ordinals.find(seq);
      const values = ordinal === undefined ? {} : JSON.parse(metadata);
      for (const [key, column] of behind) if (ordinal !== undefined) column.set(ordinal, valueAt(values, key));
      return metadata.length;
    });
    for (const [, column] of behind) column.readTo = last;
    return true;
  }
}
