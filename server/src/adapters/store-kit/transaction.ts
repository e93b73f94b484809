import { findOrAdd } from '../../lib/find-or-add.ts';
import type { AnyKind, Only, Reader, Scan, Selection, Transaction } from '../../ports/record-store.ts';
import { addTo, type Fields, inOrder, isLive, isRange, keyText, matches, zeros } from './record-order.ts';

/** A write in the form in which a store applies it. `key` has the fields of the key, and may have others. */
export type Write =
  | { type: 'insert' | 'put'; kind: AnyKind; key: Fields; record: Fields }
  | { type: 'patch'; kind: AnyKind; key: Fields; set: Fields }
  | { type: 'add'; kind: AnyKind; key: Fields; by: Fields }
  | { type: 'delete'; kind: AnyKind; key: Fields };

/** The writes of a command to one record. */
interface Changed {
  key: Fields;
  writes: Write[];
}

export interface TransactionOptions extends Pick<Transaction, 'now' | 'forSearch'> {
  /** Makes the commands that lock the same record wait for each other. @returns the stored record */
  lock(kind: AnyKind, key: Fields): Promise<Fields | undefined>;
}

/**
 * Collects the writes of a command over the reads of a store. The store applies them together after the command, so a
 * command that throws has changed nothing.
 */
export function createTransaction(
  reader: Reader,
  options: TransactionOptions,
): { transaction: Transaction; writes: readonly Write[]; end(): void } {
  const collected = new CommandTransaction(reader, options);
  return { transaction: collected as unknown as Transaction, writes: collected.writes, end: () => collected.end() };
}

/** The kinds of its records have any type. A class, because a command costs less than a closure for each method. */
class CommandTransaction {
  readonly now: number;
  readonly forSearch: boolean;
  readonly writes: Write[] = [];
  private readonly reader: Reader;
  private readonly options: TransactionOptions;
  private readonly written = new Set<AnyKind>();
  private readonly changedOf = new Map<AnyKind, Map<string, Changed>>();
  /** The number of writes in `changedOf`. */
  private grouped = 0;
  private ended = false;

  constructor(reader: Reader, options: TransactionOptions) {
    this.now = options.now;
    this.forSearch = options.forSearch;
    this.reader = reader;
    this.options = options;
  }

  end(): void {
    this.ended = true;
  }

  // Reads of other records than written ones only pass on the promise of the reader, because each further one has a cost.
  get(kind: AnyKind, key: Fields, only?: readonly string[]): Promise<Fields | undefined> {
    const changed = this.changesOf(kind)?.get(keyText(kind, key));
    return changed ? this.live(kind, changed) : this.reader.get(kind, key as never, only);
  }

  getMany(kind: AnyKind, keys: readonly Fields[], only?: readonly string[]): Promise<(Fields | undefined)[]> {
    const changed = this.changesOf(kind);
    const stored = this.reader.getMany(kind, keys as never, only) as Promise<(Fields | undefined)[]>;
    return changed ? this.withChanges(kind, keys, changed, stored) : stored;
  }

  scan(kind: AnyKind, index: string, scanned: Scan<Fields> & Only<string>): Promise<Fields[]> {
    if (selectsNone(scanned)) return Promise.resolve([]);
    const changed = this.changesOf(kind);
    if (changed) return this.scanChanged(kind, index, scanned, changed);
    return this.reader.scan(kind, index as never, scanned as never) as Promise<Fields[]>;
  }

  async count(kind: AnyKind, index: string, selection: Selection<Fields> & { max?: number }): Promise<number> {
    if (selectsNone(selection)) return 0;
    const changed = this.changesOf(kind);
    if (!changed) return this.reader.count(kind, index as never, selection as never);
    const { max = Number.POSITIVE_INFINITY, ...all } = selection;
    let total = await this.reader.count(kind, index as never, { ...all, ...wide(max, changed.size) } as never);
    for (const one of changed.values()) {
      const before = (await this.reader.get(kind, one.key as never)) as Fields | undefined;
      const after = await this.current(kind, one);
      if (before && matches(kind, index, all, before, this.now)) total -= 1;
      if (after && matches(kind, index, all, after, this.now)) total += 1;
    }
    return Math.min(total, max);
  }

  async distinct(kind: AnyKind, index: string, page: object) {
    if (this.changesOf(kind)) throw new Error(`distinct values of ${kind.name} are read before it is written`);
    return this.reader.distinct(kind, index as never, page as never);
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
    const stored = await this.options.lock(kind, keyOf(kind, key));
    if (this.changesOf(kind)) return this.get(kind, key);
    return stored && isLive(kind, stored, this.now) ? stored : undefined;
  }

  private write(one: Write): void {
    if (this.ended) throw new Error('the command has ended: it awaits something else than its transaction');
    this.writes.push(one);
    this.written.add(one.kind);
  }

  /** Groups the writes by their records. Most commands read no kind that they have written. */
  private changesOf(kind: AnyKind): Map<string, Changed> | undefined {
    if (!this.written.has(kind)) return undefined;
    const { writes, changedOf } = this;
    for (; this.grouped < writes.length; this.grouped++) this.group(writes[this.grouped] as Write);
    return changedOf.get(kind);
  }

  private group(one: Write): void {
    const { kind, key } = one;
    const changed = findOrAdd(this.changedOf, kind, () => new Map<string, Changed>());
    // A number that the store has not set yet distinguishes new records.
    const isNumbered = kind.sequence === undefined || !kind.key.includes(kind.sequence) || one.type !== 'insert';
    const name = isNumbered ? keyText(kind, key) : `new ${changed.size}`;
    findOrAdd(changed, name, () => ({ key, writes: [] })).writes.push(one);
  }

  /** Applies the writes to the stored record. */
  private async current(kind: AnyKind, { key, writes: all }: Changed): Promise<Fields | undefined> {
    const whole = all.findLastIndex(({ type }) => type === 'insert' || type === 'put' || type === 'delete');
    const stored = whole === -1 ? ((await this.reader.get(kind, key as never)) as Fields | undefined) : undefined;
    return all.slice(Math.max(0, whole)).reduce(applyTo, stored);
  }

  private async live(kind: AnyKind, changed: Changed): Promise<Fields | undefined> {
    const record = await this.current(kind, changed);
    return record && isLive(kind, record, this.now) ? record : undefined;
  }

  private async withChanges(
    kind: AnyKind,
    keys: readonly Fields[],
    changed: ReadonlyMap<string, Changed>,
    stored: Promise<(Fields | undefined)[]>,
  ): Promise<(Fields | undefined)[]> {
    const found = await stored;
    for (const [at, key] of keys.entries()) {
      const one = changed.get(keyText(kind, key));
      if (one) found[at] = await this.live(kind, one);
    }
    return found;
  }

  private async scanChanged(
    kind: AnyKind,
    index: string,
    scanned: Scan<Fields> & Only<string>,
    changed: ReadonlyMap<string, Changed>,
  ): Promise<Fields[]> {
    // The keys and the fields of the index are needed, too.
    const { only: _, ...options } = scanned;
    const { skip = 0, limit } = options;
    const wider = { ...options, skip: 0, limit: skip + limit + changed.size };
    const stored = (await this.reader.scan(kind, index as never, wider as never)) as Fields[];
    const found = stored.filter((record) => !changed.has(keyText(kind, record)));
    for (const one of changed.values()) {
      const record = await this.current(kind, one);
      if (record && matches(kind, index, options, record, this.now)) found.push(record);
    }
    return found.sort(inOrder(kind, index, options)).slice(skip, skip + limit);
  }
}

/** Whether a field has no alternatives, so that nothing need be read. */
function selectsNone({ where = {} }: Selection<Fields>): boolean {
  return Object.values(where).some((condition) => isRange(condition) && condition.any?.length === 0);
}

function wide(max: number, more: number): { max?: number } {
  return Number.isFinite(max) ? { max: max + more } : {};
}

function applyTo(record: Fields | undefined, write: Write): Fields | undefined {
  switch (write.type) {
    case 'insert':
      return numbered(write.kind, write.record);
    case 'put':
      return write.record;
    case 'patch':
      return record && { ...record, ...write.set };
    case 'add': {
      const base = record ?? (write.kind.counter ? zeros(write.kind, write.key) : undefined);
      return base && addTo(base, write.by);
    }
    case 'delete':
      return undefined;
  }
}

function keyOf(kind: AnyKind, record: Fields): Fields {
  return Object.fromEntries(kind.key.map((field: string) => [field, record[field]]));
}

/** A record that the store has not numbered yet comes after all others. */
function numbered({ sequence }: AnyKind, record: Fields): Fields {
  return sequence === undefined ? record : { ...record, [sequence as string]: Number.POSITIVE_INFINITY };
}
