/**
 * `account` is the id of an account, which a store may replace by a shorter name. The elements of a `list` are texts.
 * `counts` are numbers by name, such as the steps of a histogram. A `vector` is an Int8Array.
 */
export type FieldType =
  | 'account'
  | 'text'
  | 'integer'
  | 'real'
  | 'boolean'
  | 'bytes'
  | 'vector'
  | 'json'
  | 'list'
  | 'counts';
export type Value = string | number | boolean | Uint8Array | null;

export interface Index<R> {
  /** Equality on the first fields, then order and range. An index that is read in pages ends with a unique field. */
  on: readonly (keyof R & string)[];
  unique?: true;
  /** Contains only the records in which this field is not null. */
  where?: keyof R & string;
  /** Contains one entry for each element of this list, after the fields of `on`. */
  each?: keyof R & string;
  /** More fields that filters of a count or a scan use, so that they need not read the records. */
  covers?: readonly (keyof R & string)[];
  /** Only a search in the database reads it. A store that searches in memory leaves it out. */
  forSearch?: true;
  /** Only search indexes in the memory of a process read it, when they load. A store without such indexes leaves it out. */
  forLoading?: true;
}

/**
 * Describes the records of one kind. Stores derive their tables, collections and indexes from it.
 * R: the record, K: the fields of its key, I: the names of its indexes, S: its sequence.
 */
export interface Kind<R extends object, K extends keyof R & string, I extends string, S extends keyof R & string> {
  name: string;
  fields: { readonly [F in keyof R & string]: FieldType };
  /**
   * The account comes first, so that no key reaches another account. Only a text at its end may contain a slash or
   * another character before `0`, and none of a counter. Numbers are not negative.
   */
  key: readonly K[];
  /** In addition, every kind has the index `key` on the fields of its key. */
  indexes: { readonly [N in I]: Index<R> };
  /** The store sets this field at insertion. Later records have larger numbers. */
  sequence?: S;
  /** From this time on, in milliseconds since the epoch, reads do not find the record. */
  expires?: keyof R & string;
  /** The store overwrites former values of these fields in its files. */
  erases?: readonly (keyof R & string)[];
  /** Only search indexes of the database read these fields. A store without such indexes leaves them out: they are null. */
  forSearch?: readonly (keyof R & string)[];
  /**
   * Search indexes in the memory of a process follow the records. So the store logs the sequence of a record that is
   * inserted or deleted, or when a write names one of these fields. A store without such indexes logs nothing.
   */
  logs?: readonly (keyof R & string)[];
  /** Its numbers are only added to. A record begins with zeros. A store may keep it in several parts. */
  counter?: true;
  /** Many of its records have more than a kilobyte. A store need not keep them in the order of their key. */
  large?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: it stands for kinds of all records, whose types vary in both directions
export type AnyKind = Kind<any, any, any, any>;
export type RecordOf<T> = T extends Kind<infer R, infer _K, infer _I, infer _S> ? R : never;
export type KeyOf<T> = T extends Kind<infer R, infer K, infer _I, infer _S> ? Pick<R, K> : never;
/** A record before the store has numbered it. */
export type NewRecordOf<T> = T extends Kind<infer R, infer _K, infer _I, infer S> ? Omit<R, S> : never;
export type FieldOf<T> = keyof RecordOf<T> & string;
/** An index on declared fields. */
export type IndexOf<T> = T extends Kind<infer _R, infer _K, infer I, infer _S> ? I : never;
type NumbersOf<R> = {
  [F in keyof R]?: R[F] extends number ? number : R[F] extends Counts ? Counts : never;
};

export type Counts = Readonly<Record<string, number>>;

export interface Range<V> {
  /** Inclusive. */
  from?: V | undefined;
  /** Exclusive. */
  to?: V | undefined;
  not?: V;
  any?: readonly V[];
}

/** A value matches itself, and null an absent one. A list matches if it has an element of each of the lists in `all`. */
export type Filter<R> = {
  readonly [F in keyof R]?:
    | (R[F] extends readonly (infer E)[] | null ? { all: readonly (readonly E[])[] } : R[F] | Range<R[F]>)
    | undefined;
};

export interface Selection<R> {
  /** The values of the first fields of the index. */
  of: readonly Value[];
  where?: Filter<R>;
  /** Selects the records that have expired instead of the others, or all of them. */
  expired?: 'only' | 'also';
}

export interface Scan<R> extends Selection<R> {
  /** The record before the first one, with the fields of the index after `of`. They are not null. */
  after?: Partial<R> | undefined;
  descending?: true;
  /** @default 0 */
  skip?: number;
  limit: number;
}

/** The fields that a scan reads. Large texts of many records need not be read for the others. */
export interface Only<F> {
  /** @default all */
  only?: readonly F[];
}

export interface DistinctPage {
  /** The values of the first fields of the index. */
  of: readonly Value[];
  /** The value before the first one. */
  after?: Value | undefined;
  /** Selects the values of which a record has less than this in the next field of the index, which is not null. */
  below?: number | string;
  limit: number;
}

/** Reads records. Every method may throw `StoreUnavailableError`; none returns a partial result instead. */
export interface Reader {
  /** @param only the fields to read. @default all */
  get<T extends AnyKind, F extends FieldOf<T> = FieldOf<T>>(
    kind: T,
    key: KeyOf<T>,
    only?: readonly F[],
  ): Promise<Pick<RecordOf<T>, F> | undefined>;
  /** The records of the keys, in their order. @param only the fields to read. @default all */
  getMany<T extends AnyKind, F extends FieldOf<T> = FieldOf<T>>(
    kind: T,
    keys: readonly KeyOf<T>[],
    only?: readonly F[],
  ): Promise<(Pick<RecordOf<T>, F> | undefined)[]>;
  scan<T extends AnyKind, F extends FieldOf<T> = FieldOf<T>>(
    kind: T,
    index: IndexOf<T> | 'key',
    scan: Scan<RecordOf<T>> & Only<F>,
  ): Promise<Pick<RecordOf<T>, F>[]>;
  /**
   * The distinct values of the field after `of`, also of expired records. Their order is stable, and that of the values
   * except for accounts. Its cost depends on their number only.
   */
  distinct<T extends AnyKind>(kind: T, index: IndexOf<T>, page: DistinctPage): Promise<Value[]>;
  /** The number of records, at most `max`. */
  count<T extends AnyKind>(
    kind: T,
    index: IndexOf<T> | 'key',
    selection: Selection<RecordOf<T>> & { max?: number },
  ): Promise<number>;
  /** The number of a sequence up to which the store shows every record. Records that appear later have larger ones. */
  position(kind: AnyKind): Promise<number>;
}

/** The reads and writes of a command. Reads see the writes before. All writes are applied, or none if it throws. */
export interface Transaction extends Reader {
  /** The time of the command, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether the store has the fields that only search indexes of the database read. Others need not be computed. */
  readonly forSearch: boolean;
  /** Rejects the command with {@link Taken} if a record has the same key, or the same value of a unique index. */
  insert<T extends AnyKind>(kind: T, record: NewRecordOf<T>): void;
  /** Inserts or replaces a record. A kind with a sequence has only {@link insert}. */
  put<T extends AnyKind>(kind: T, record: RecordOf<T>): void;
  /** Changes fields of a record. An absent record stays absent. */
  patch<T extends AnyKind>(kind: T, key: KeyOf<T>, set: Partial<RecordOf<T>>): void;
  delete<T extends AnyKind>(kind: T, key: KeyOf<T>): void;
  /** Adds to the numbers of a record. An absent record of a counter begins with zeros; others stay absent. */
  add<T extends AnyKind>(kind: T, key: KeyOf<T>, by: NumbersOf<RecordOf<T>>): void;
  /**
   * Lets the commands that lock the same record run one after the other, and returns it. It is the first read of a
   * command, so that all reads see what the command before it wrote. A command has one lock.
   */
  lock<T extends AnyKind>(kind: T, key: KeyOf<T>): Promise<RecordOf<T> | undefined>;
}

/** Commands by name, with plain data. A command awaits nothing but its transaction, and may run more than once. */
// biome-ignore lint/suspicious/noExplicitAny: each command has an input type of its own
export type Commands = Readonly<Record<string, (tx: Transaction, input: any) => Promise<unknown>>>;
/** Reads by name, which see one state of the store. The rules of commands apply. */
// biome-ignore lint/suspicious/noExplicitAny: each query has an input type of its own
export type Queries = Readonly<Record<string, (reader: Reader, input: any) => Promise<unknown>>>;

type InputOf<Call extends Commands[string]> = Parameters<Call>[1];
type ResultOf<Call extends Commands[string]> = Awaited<ReturnType<Call>>;

/** A page of a long result. `next` is the input of the query for the page after it; null after the last one. */
export interface Page<One> {
  page: One[];
  next: unknown;
}

/** The pages of a query, which see one state of the store. */
export interface OpenPages<One> {
  /** An empty page is the end. */
  next(): Promise<One[]>;
  /** Lets go of the state. It may be called twice. */
  close(): Promise<void>;
}

/** Stores records, and runs the commands that change them. Other reads than queries see the latest state. */
export interface RecordStore<C extends Commands = Commands, Q extends Queries = Queries> extends Reader {
  /** Resolves when writes are durable. Accounts are served in turn, '' for the server. @throws {Taken | DomainError} */
  run<N extends keyof C & string>(accountId: string, name: N, input: InputOf<C[N]>): Promise<ResultOf<C[N]>>;
  /** Runs a query where it delays no command. Accounts are served in turn. */
  query<N extends keyof Q & string>(accountId: string, name: N, input: InputOf<Q[N]>): Promise<ResultOf<Q[N]>>;
  /** Opens a query that returns a {@link Page}, with all writes acknowledged before, however slowly it is read. */
  openPages<N extends keyof Q & string>(
    accountId: string,
    name: N,
    input: InputOf<Q[N]>,
  ): Promise<OpenPages<ResultOf<Q[N]> extends Page<infer One> ? One : never>>;
}

/** A command inserted a record whose key or unique value another record has. */
export class Taken extends Error {
  override readonly name = 'Taken';
}
