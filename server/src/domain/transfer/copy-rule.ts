import type { AnyKind, Filter, IndexOf, RecordOf, Transaction } from '../../ports/record-store.ts';

/** How the records of a kind are copied. A target never returns to an earlier state. */
export interface CopyRule<T extends AnyKind = AnyKind> {
  kind: T;
  /** The order of the pages. @default 'key' */
  index?: IndexOf<T>;
  /** Selects the records that are copied. */
  where?: Filter<RecordOf<T>>;
  /** Drops what belongs to the store of a record. */
  strip?(record: RecordOf<T>): RecordOf<T>;
  /** Returns the record that replaces the present one; undefined if that one stays, as by default. */
  merge?(given: RecordOf<T>, present: RecordOf<T>): RecordOf<T> | undefined;
  /**
   * Whether a copy contains the data of its original. The copy may have changed since.
   * @default if there is nothing to merge
   */
  isKept?(original: RecordOf<T>, copy: RecordOf<T>): boolean;
  /** Makes room for a record. @returns whether nothing is left to do */
  prepare?(tx: Transaction, record: RecordOf<T>): Promise<boolean>;
}
