import {
  addTo,
  type Fields,
  indexOf,
  isLive,
  isRange,
  keyText,
  zeros,
} from '../../src/adapters/store-kit/record-order.ts';
import { inTransaction, type Write } from '../../src/adapters/store-kit/transaction.ts';
import {
  type AnyKind,
  type Commands,
  type DistinctPage,
  type Filter,
  type Index,
  type Only,
  type OpenPages,
  type Page,
  type Queries,
  type Reader,
  type RecordStore,
  type Scan,
  type Selection,
  Taken,
  type Value,
} from '../../src/ports/record-store.ts';

export interface InMemoryOptions<C extends Commands, Q extends Queries> {
  kinds: readonly AnyKind[];
  commands: C;
  queries: Q;
  /** The time in milliseconds since the epoch. */
  now(): number;
}

/** The records of a kind by the texts of their keys, and the last number of its sequence. */
interface Records {
  byKey: ReadonlyMap<string, Fields>;
  last: number;
}

/** One state of the store. Nothing in it ever changes, so a reader of it has a snapshot. */
type State = ReadonlyMap<AnyKind, Records>;

/**
 * Keeps records in the memory of the process, as the fake of unit tests, and loses them at its end. Each read looks at all records of its kind, so
 * this store is for few of them.
 */
export function createRecordsInMemory<C extends Commands, Q extends Queries>({
  kinds,
  commands,
  queries,
  now,
}: InMemoryOptions<C, Q>): RecordStore<C, Q> {
  let state: State = new Map(kinds.map((kind) => [kind, { byKey: new Map(), last: 0 }]));
  /** Commands run one after the other, so that locks need nothing. */
  let running: Promise<unknown> = Promise.resolve();

  async function runNext(name: string, input: unknown): Promise<unknown> {
    const command = named(commands, 'command', name);
    const at = now();
    let changed = state;
    const reader = createReader(
      () => changed,
      () => at,
    );
    const lock = (kind: AnyKind, key: Fields) => reader.get(kind, key as never) as Promise<Fields | undefined>;
    const apply = (writes: readonly Write[]) => {
      changed = applyWrites(changed, writes);
    };
    const options = { now: at, forSearch: false, lock, apply };
    const result = await inTransaction(reader, options, (transaction) => command(transaction, input));
    state = changed;
    return result;
  }

  const store = {
    ...createReader(() => state, now),
    run(_accountId: string, name: string, input: unknown) {
      const ended = running.then(() => runNext(name, input));
      running = ended.catch(() => {});
      return ended;
    },
    async query(_accountId: string, name: string, input: unknown) {
      return named(queries, 'query', name)(snapshotOf(state, now()), input);
    },
    async openPages(_accountId: string, name: string, input: unknown) {
      const query = named(queries, 'query', name);
      return createPages(
        query as (reader: Reader, input: unknown) => Promise<Page<unknown>>,
        snapshotOf(state, now()),
        input,
      );
    },
  };
  return store as unknown as RecordStore<C, Q>;
}

function named<T>(all: Readonly<Record<string, T>>, type: string, name: string): T {
  const found = all[name];
  if (found === undefined) throw new Error(`the store has no ${type} ${name}`);
  return found;
}

/** The pages of a query over a reader. */
function createPages<One>(
  query: (reader: Reader, input: unknown) => Promise<Page<One>>,
  reader: Reader,
  input: unknown,
): OpenPages<One> {
  let rest = input;
  let isClosed = false;
  return {
    async next() {
      // An empty page would look like the end.
      if (isClosed) throw new Error('the pages have been closed');
      if (rest === null) return [];
      const { page, next } = await query(reader, rest);
      rest = next;
      return page;
    },
    async close() {
      isClosed = true;
    },
  };
}

function snapshotOf(state: State, at: number): Reader {
  return createReader(
    () => state,
    () => at,
  );
}

/** Reads copies of records, so that a caller who changes one does not change the store. */
function createReader(state: () => State, now: () => number): Reader {
  const recordsOf = (kind: AnyKind) => state().get(kind) as Records;

  function read(kind: AnyKind, key: Fields, only?: readonly string[]): Fields | undefined {
    const record = recordsOf(kind).byKey.get(keyText(kind, key));
    return record && isLive(kind, record, now()) ? copyOf(kind, record, only) : undefined;
  }

  function select(kind: AnyKind, index: string, selection: Omit<Scan<Fields>, 'limit'>, at = now()): Fields[] {
    return [...recordsOf(kind).byKey.values()].filter((record) => matches(kind, index, selection, record, at));
  }

  const reader = {
    get: async (kind: AnyKind, key: Fields, only?: readonly string[]) => read(kind, key, only),
    getMany: async (kind: AnyKind, keys: readonly Fields[], only?: readonly string[]) =>
      keys.map((key) => read(kind, key, only)),
    async scan(kind: AnyKind, index: string, scan: Scan<Fields> & Only<string>) {
      const { skip = 0, limit, only } = scan;
      const found = select(kind, index, scan).sort(inOrder(kind, index, scan));
      return found.slice(skip, skip + limit).map((record) => copyOf(kind, record, only));
    },
    async distinct(kind: AnyKind, index: string, { of, after, below, limit }: DistinctPage) {
      const { on, each } = indexOf(kind, index);
      const [field, next] = on.slice(of.length);
      // At the beginning of all time, no record has expired.
      const found = select(kind, index, { of }, Number.NEGATIVE_INFINITY).filter(
        (record) => below === undefined || isBelow(record[next as string] as Value, below),
      );
      const values = found.flatMap((record) => (field === undefined ? record[each as string] : record[field]) as Value);
      return [...new Set(values)]
        .filter((value) => value !== null && (after === undefined || compare(value, after) > 0))
        .sort(compare)
        .slice(0, limit);
    },
    count: async (kind: AnyKind, index: string, { max, ...selection }: Selection<Fields> & { max?: number }) =>
      Math.min(select(kind, index, selection).length, max ?? Number.POSITIVE_INFINITY),
    position: async (kind: AnyKind) => recordsOf(kind).last,
  };
  return reader as unknown as Reader;
}

function matches(
  kind: AnyKind,
  index: string,
  { of, where = {}, after, descending, expired }: Omit<Scan<Fields>, 'limit'>,
  record: Fields,
  now: number,
): boolean {
  const { on, where: present, each } = indexOf(kind, index);
  if (expired !== 'also' && isLive(kind, record, now) === (expired === 'only')) return false;
  if (present !== undefined && (record[present] ?? null) === null) return false;
  const isOf = of.every((value, at) => {
    const field = on[at];
    return field === undefined ? (record[each as string] as Value[]).includes(value) : record[field] === value;
  });
  if (!isOf || !passes(where, record)) return false;
  if (after === undefined) return true;
  const rest = on.slice(of.length);
  const order = compareBy(rest)(record, after as Fields);
  return descending ? order < 0 : order > 0;
}

function passes(where: Filter<Fields>, record: Fields): boolean {
  return Object.entries(where).every(([field, condition]) => {
    const value = record[field] ?? null;
    if (condition === undefined) return true;
    if (!isRange(condition)) return value === condition;
    const { from, to, not, any, all } = condition;
    if (from !== undefined && !((value as number) >= (from as number))) return false;
    if (to !== undefined && !((value as number) < (to as number))) return false;
    if (not !== undefined && value === not) return false;
    if (any && !any.includes(value)) return false;
    return all?.every((one) => one.some((element) => (value as unknown[]).includes(element))) ?? true;
  });
}

/** Compares records in the order of the index after the values of `of`. */
function inOrder(kind: AnyKind, index: string, { of, descending }: Selection<Fields> & { descending?: true }) {
  const { on } = indexOf(kind, index);
  const compare = compareBy(on.slice(of.length));
  return (one: Fields, other: Fields) => (descending ? compare(other, one) : compare(one, other));
}

/** Texts are compared by their code points in UTF-8, as both databases do. */
function compareBy(fields: readonly string[]) {
  return (one: Fields, other: Fields): number => {
    for (const field of fields) {
      const [a, b] = [one[field], other[field]] as [string | number, string | number];
      if (a === b) continue;
      if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
      return a < b ? -1 : 1;
    }
    return 0;
  };
}

function isBelow(value: Value, limit: Value): boolean {
  return value !== null && compare(value, limit) < 0;
}

/** Texts have the order of their code points. */
function compare(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other);
}

/** @returns the state after all writes of a command. */
function applyWrites(state: State, writes: readonly Write[]): State {
  const next = new Map(state);
  const changed = new Map<AnyKind, { byKey: Map<string, Fields>; last: number }>();
  for (const one of writes) {
    const { kind } = one;
    let records = changed.get(kind);
    if (!records) {
      const { byKey, last } = state.get(kind) as Records;
      records = { byKey: new Map(byKey), last };
      changed.set(kind, records);
      next.set(kind, records);
    }
    applyWrite(records, one);
  }
  return next;
}

function applyWrite(records: { byKey: Map<string, Fields>; last: number }, write: Write): void {
  const { kind } = write;
  const { byKey } = records;
  if (write.type === 'insert') {
    records.last += 1;
    const record = kind.sequence === undefined ? write.record : { ...write.record, [kind.sequence]: records.last };
    if (byKey.has(keyText(kind, record))) throw new Taken(`a ${kind.name} has this key`);
    set(record);
    return;
  }
  const key = keyText(kind, write.key);
  const present = byKey.get(key);
  if (write.type === 'delete') byKey.delete(key);
  if (write.type === 'put') set(write.record);
  if (write.type === 'patch' && present) set({ ...present, ...write.set });
  if (write.type === 'add') {
    const base = present ?? (kind.counter ? zeros(kind, write.key) : undefined);
    if (base) set(addTo(base, write.by));
  }

  function set(changed: Fields): void {
    const record = stored(kind, changed);
    const text = keyText(kind, record);
    for (const { unique, on, where = on[0] } of Object.values<Index<Fields>>(kind.indexes)) {
      // A null is the same as no other.
      if (!unique || [where as string, ...on].some((field) => record[field] === null)) continue;
      for (const [other, one] of byKey) {
        if (other === text || one[where as string] === null) continue;
        if (on.every((field) => one[field] === record[field]))
          throw new Taken(`a ${kind.name} has the same ${on.join(' and ')}`);
      }
    }
    byKey.set(text, record);
  }
}

/** The record as it is stored: with all fields, except for those of search indexes in a database. */
function stored(kind: AnyKind, record: Fields): Fields {
  const whole = { ...(kind.counter ? zeros(kind, record) : {}), ...record };
  for (const field of kind.forSearch ?? []) whole[field as string] = null;
  return copyOf(kind, whole);
}

function copyOf({ fields }: AnyKind, record: Fields, only: readonly string[] = Object.keys(fields)): Fields {
  return Object.fromEntries(only.map((field) => [field, copy(record[field] ?? null)]));
}

function copy(value: unknown): unknown {
  // A clone of a view would contain the whole buffer of it.
  if (value instanceof Int8Array) return new Int8Array(value);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return typeof value === 'object' ? structuredClone(value) : value;
}
