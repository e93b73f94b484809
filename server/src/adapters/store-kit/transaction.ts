import type { AnyKind, Reader, Selection, Transaction } from '../../ports/record-store.ts';
import { type Fields, isRange } from './record-order.ts';

/** A write in the form in which a store applies it. `key` has the fields of the key, and may have others. */
export type Write =
  | { type: 'insert' | 'put'; kind: AnyKind; key: Fields; record: Fields }
  | { type: 'patch'; kind: AnyKind; key: Fields; set: Fields }
  | { type: 'add'; kind: AnyKind; key: Fields; by: Fields }
  | { type: 'delete'; kind: AnyKind; key: Fields };

export interface TransactionOptions extends Pick<Transaction, 'now' | 'forSearch'> {
  /** Makes the commands that lock the same record wait for each other. @returns the stored record */
  lock(kind: AnyKind, key: Fields): Promise<Fields | undefined>;
  /** Applies writes, so that the reader sees them. The store undoes them if the command throws. */
  apply(writes: readonly Write[]): Promise<void> | void;
}

/** Runs a command. Its writes are applied together at its end, or before it reads a kind that it has written. */
export async function inTransaction<Result>(
  reader: Reader,
  options: TransactionOptions,
  command: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = new CommandTransaction(reader, options);
  let result: Result;
  try {
    result = await command(transaction as unknown as Transaction);
  } finally {
    transaction.isEnded = true;
  }
  await transaction.apply();
  return result;
}

type ReadName = 'get' | 'getMany' | 'scan' | 'count' | 'distinct';
type AnyReads = Record<ReadName, (kind: AnyKind, ...given: unknown[]) => Promise<unknown>>;

/** The kinds of its records have any type. A class, because a command costs less than a closure for each method. */
class CommandTransaction {
  readonly now: number;
  readonly forSearch: boolean;
  isEnded = false;
  private readonly reader: Reader;
  private readonly options: TransactionOptions;
  private writes: Write[] = [];
  /** The kinds of the writes. They are few. */
  private written: AnyKind[] = [];
  /** Rejected if writes could not be applied. Undefined before the first ones are. */
  private applied: Promise<void> | undefined;

  constructor(reader: Reader, options: TransactionOptions) {
    this.now = options.now;
    this.forSearch = options.forSearch;
    this.reader = reader;
    this.options = options;
  }

  get(kind: AnyKind, key: Fields, only?: readonly string[]): Promise<unknown> {
    return this.read('get', kind, key, only);
  }

  getMany(kind: AnyKind, keys: readonly Fields[], only?: readonly string[]): Promise<unknown> {
    return this.read('getMany', kind, keys, only);
  }

  scan(kind: AnyKind, index: string, scan: Selection<Fields>): Promise<unknown> {
    return selectsNone(scan) ? Promise.resolve([]) : this.read('scan', kind, index, scan);
  }

  count(kind: AnyKind, index: string, selection: Selection<Fields>): Promise<unknown> {
    return selectsNone(selection) ? Promise.resolve(0) : this.read('count', kind, index, selection);
  }

  distinct(kind: AnyKind, index: string, page: object): Promise<unknown> {
    return this.read('distinct', kind, index, page);
  }

  position(kind: AnyKind): Promise<number> {
    return this.reader.position(kind);
  }

  insert(kind: AnyKind, record: Fields): void {
    this.write({ type: 'insert', kind, key: record, record });
  }

  put(kind: AnyKind, record: Fields): void {
    if (kind.sequence !== undefined) throw new Error(`a record of ${kind.name} is inserted, not put`);
    this.write({ type: 'put', kind, key: record, record });
  }

  patch(kind: AnyKind, key: Fields, set: Fields): void {
    this.write({ type: 'patch', kind, key, set });
  }

  delete(kind: AnyKind, key: Fields): void {
    this.write({ type: 'delete', kind, key });
  }

  add(kind: AnyKind, key: Fields, by: Fields): void {
    this.write({ type: 'add', kind, key: keyOf(kind, key), by });
  }

  async lock(kind: AnyKind, key: Fields): Promise<Fields | undefined> {
    if (this.written.includes(kind)) await this.apply();
    return this.options.lock(kind, keyOf(kind, key));
  }

  apply(): Promise<void> {
    const { writes, applied } = this;
    this.writes = [];
    this.written = [];
    this.applied = Promise.resolve(applied).then(() => this.options.apply(writes));
    return this.applied;
  }

  private write(one: Write): void {
    if (this.isEnded) throw new Error('the command has ended: it awaits something else than its transaction');
    this.writes.push(one);
    if (!this.written.includes(one.kind)) this.written.push(one.kind);
  }

  /** Before the first writes are applied, it only passes on the promise of the reader. Each further one has a cost. */
  private read(name: ReadName, kind: AnyKind, ...given: unknown[]): Promise<unknown> {
    const reads = this.reader as unknown as AnyReads;
    const applied = this.written.includes(kind) ? this.apply() : this.applied;
    return applied ? applied.then(() => reads[name](kind, ...given)) : reads[name](kind, ...given);
  }
}

/** Whether a field has no alternatives, so that nothing need be read. */
function selectsNone({ where = {} }: Selection<Fields>): boolean {
  return Object.values(where).some((condition) => isRange(condition) && condition.any?.length === 0);
}

function keyOf(kind: AnyKind, record: Fields): Fields {
  const key: Fields = {};
  for (const field of kind.key as readonly string[]) key[field] = record[field];
  return key;
}
