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
  { now, forSearch, lock }: TransactionOptions,
): { transaction: Transaction; writes: readonly Write[]; end(): void } {
  const writes: Write[] = [];
  const written = new Set<AnyKind>();
  const changedOf = new Map<AnyKind, Map<string, Changed>>();
  /** The number of writes in `changedOf`. */
  let grouped = 0;
  let ended = false;

  function write(one: Write): void {
    if (ended) throw new Error('the command has ended: it awaits something else than its transaction');
    writes.push(one);
    written.add(one.kind);
  }

  /** Groups the writes by their records. Most commands read no kind that they have written. */
  function changesOf(kind: AnyKind): Map<string, Changed> | undefined {
    if (!written.has(kind)) return undefined;
    for (const one of writes.slice(grouped)) group(one);
    grouped = writes.length;
    return changedOf.get(kind);
  }

  function group(one: Write): void {
    const { kind, key } = one;
    const changed = changedOf.get(kind) ?? new Map<string, Changed>();
    changedOf.set(kind, changed);
    // A number that the store has not set yet distinguishes new records.
    const isNumbered = kind.sequence === undefined || !kind.key.includes(kind.sequence) || one.type !== 'insert';
    const name = isNumbered ? keyText(kind, key) : `new ${changed.size}`;
    const present = changed.get(name);
    if (present) present.writes.push(one);
    else changed.set(name, { key, writes: [one] });
  }

  /** Applies the writes to the stored record. */
  async function current(kind: AnyKind, { key, writes: all }: Changed): Promise<Fields | undefined> {
    const whole = all.findLastIndex(({ type }) => type === 'insert' || type === 'put' || type === 'delete');
    let record = whole === -1 ? await (reader.get(kind, key as never) as Promise<Fields | undefined>) : undefined;
    for (const one of all.slice(Math.max(0, whole))) record = applyTo(record, one);
    return record;
  }

  // Reads of other records than written ones only pass on the promise of the reader, because each further one has a cost.
  function get(kind: AnyKind, key: Fields, only?: readonly string[]): Promise<Fields | undefined> {
    const changed = changesOf(kind)?.get(keyText(kind, key));
    return changed ? live(kind, changed) : reader.get(kind, key as never, only);
  }

  async function live(kind: AnyKind, changed: Changed): Promise<Fields | undefined> {
    const record = await current(kind, changed);
    return record && isLive(kind, record, now) ? record : undefined;
  }

  async function withChanges(
    kind: AnyKind,
    keys: readonly Fields[],
    changed: ReadonlyMap<string, Changed>,
    stored: Promise<(Fields | undefined)[]>,
  ): Promise<(Fields | undefined)[]> {
    const found = await stored;
    for (const [at, key] of keys.entries()) {
      const one = changed.get(keyText(kind, key));
      if (one) found[at] = await live(kind, one);
    }
    return found;
  }

  function scan(kind: AnyKind, index: string, scanned: Scan<Fields> & Only<string>): Promise<Fields[]> {
    if (selectsNone(scanned)) return Promise.resolve([]);
    const changed = changesOf(kind);
    if (changed) return scanChanged(kind, index, scanned, changed);
    return reader.scan(kind, index as never, scanned as never) as Promise<Fields[]>;
  }

  async function scanChanged(
    kind: AnyKind,
    index: string,
    scanned: Scan<Fields> & Only<string>,
    changed: ReadonlyMap<string, Changed>,
  ): Promise<Fields[]> {
    // The keys and the fields of the index are needed, too.
    const { only: _, ...options } = scanned;
    const { skip = 0, limit } = options;
    const wider = { ...options, skip: 0, limit: skip + limit + changed.size };
    const stored = (await reader.scan(kind, index as never, wider as never)) as Fields[];
    const found = stored.filter((record) => !changed.has(keyText(kind, record)));
    for (const one of changed.values()) {
      const record = await current(kind, one);
      if (record && matches(kind, index, options, record, now)) found.push(record);
    }
    return found.sort(inOrder(kind, index, options)).slice(skip, skip + limit);
  }

  async function count(kind: AnyKind, index: string, selection: Selection<Fields> & { max?: number }): Promise<number> {
    if (selectsNone(selection)) return 0;
    const changed = changesOf(kind);
    if (!changed) return reader.count(kind, index as never, selection as never);
    const { max = Number.POSITIVE_INFINITY, ...all } = selection;
    let total = await reader.count(kind, index as never, { ...all, ...wide(max, changed.size) } as never);
    for (const one of changed.values()) {
      const before = (await reader.get(kind, one.key as never)) as Fields | undefined;
      const after = await current(kind, one);
      if (before && matches(kind, index, all, before, now)) total -= 1;
      if (after && matches(kind, index, all, after, now)) total += 1;
    }
    return Math.min(total, max);
  }

  const transaction = {
    ...{ now, forSearch },
    get,
    getMany(kind: AnyKind, keys: readonly Fields[], only?: readonly string[]) {
      const changed = changesOf(kind);
      const stored = reader.getMany(kind, keys as never, only) as Promise<(Fields | undefined)[]>;
      return changed ? withChanges(kind, keys, changed, stored) : stored;
    },
    scan,
    count,
    async distinct(kind: AnyKind, index: string, page: object) {
      if (changesOf(kind)) throw new Error(`distinct values of ${kind.name} are read before it is written`);
      return reader.distinct(kind, index as never, page as never);
    },
    position: (kind: AnyKind) => reader.position(kind),
    insert: (kind: AnyKind, record: Fields) => write({ type: 'insert', kind, key: record, record }),
    put(kind: AnyKind, record: Fields) {
      if (kind.sequence !== undefined) throw new Error(`a record of ${kind.name} is inserted, not put`);
      write({ type: 'put', kind, key: record, record });
    },
    patch: (kind: AnyKind, key: Fields, set: Fields) => write({ type: 'patch', kind, key, set }),
    delete: (kind: AnyKind, key: Fields) => write({ type: 'delete', kind, key }),
    add: (kind: AnyKind, key: Fields, by: Fields) => write({ type: 'add', kind, key: keyOf(kind, key), by }),
    async lock(kind: AnyKind, key: Fields) {
      const stored = await lock(kind, keyOf(kind, key));
      if (changesOf(kind)) return get(kind, key);
      return stored && isLive(kind, stored, now) ? stored : undefined;
    },
  };
  return {
    transaction: transaction as Transaction,
    writes,
    end() {
      ended = true;
    },
  };
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
