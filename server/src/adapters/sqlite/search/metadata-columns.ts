import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { toShortKey } from '../../../lib/to-short-key.ts';
import { bytesOf, grown } from '../../../lib/typed-arrays.ts';
import { type Condition, orders, toInstant, toValueTest, valueAt, type Where } from '../../../ports/conditions.ts';
import { prepare } from '../connection/open-database.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { all, type Ordinals, takeSlice } from './index-parts.ts';
import { memoriesAfter } from './statements.ts';

/** More than the keys of two searches. The columns of the last keys stay in memory. */
const maxColumns = 128;
/** The sizes of one step, which takes about ten milliseconds on a slow core. */
const slices = { rows: 2_000, characters: 400_000 };

/** Contains the values of keys in recent searches. A column is read with the first search, and follows changes. */
export class MetadataColumns {
  private readonly columns = new LRUCache<string, MetadataColumn>({ max: maxColumns });
  /** Whether columns are allowed. Otherwise every search reads the metadata from the table. */
  isKept = true;

  get bytes(): number {
    return bytesOf([...this.columns.values()]);
  }

  get isUsed(): boolean {
    return this.columns.size > 0;
  }

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

  /** Reads the columns of these keys step by step; undefined if `onGrown` drops them, because they have grown. */
  *read(db: DatabaseSync, ordinals: Ordinals, keys: readonly string[], onGrown: () => void) {
    const read = prepare<[seq: number, metadata: string]>(db, memoriesAfter('seq, metadata'));
    while (this.isKept) {
      const wanted = keys.map((key) => [key, this.columns.get(key) ?? new MetadataColumn()] as const);
      for (const [key, column] of wanted) if (column.readTo === 0) this.columns.set(key, column);
      const readTo = Math.min(...wanted.map(([, column]) => column.readTo));
      if (readTo === all) return wanted.map(([, column]) => column);
      // A slice is read into those columns that are furthest behind.
      const behind = wanted.filter(([, column]) => column.readTo === readTo);
      const last = takeSlice(slices, read.iterate(ordinals.account, readTo), ([seq, metadata]) => {
        const ordinal = ordinals.find(seq);
        const values = ordinal === undefined ? {} : JSON.parse(metadata);
        for (const [key, column] of behind) if (ordinal !== undefined) column.set(ordinal, valueAt(values, key));
        return metadata.length;
      });
      for (const [, column] of behind) column.readTo = last;
      onGrown();
      yield;
    }
    return undefined;
  }
}

const maxTables = 64;
const testsAtOnce = 20_000;
/** The approximate size of a value without its characters, in bytes. Characters of arrays are stored twice. */
const bytesPerValue = 180;
const bytesPerCharacter = 4;
/** A column has at most twice as many values as memories, plus this number. Then it is read again. */
const spareValues = 1_000;
/** Represents all objects, because no condition compares them. */
const anyObject = Object.freeze({});

/** The values of one metadata key by ordinal. Each distinct value is stored and tested once. */
export class MetadataColumn {
  readTo = 0;
  /** The number of each memory's value. It is 0 for memories without the key, also beyond the end. */
  private numbers = new Int32Array(0);
  private readonly values: unknown[] = [undefined];
  /** The values that are numbers, and times of RFC 3339 as instants, by number. The others are NaN. */
  private amounts = new Float64Array([Number.NaN]);
  private instants = new Float64Array([Number.NaN]);
  /** The numbers of values. Arrays are found by their JSON text, and other values by themselves. */
  private readonly numberOfArray = new Map<string, number>();
  private readonly numberOf = new Map<unknown, number>([[undefined, 0]]);
  private characters = 0;
  /** Whether each value meets a condition, by its number. */
  private readonly tables = new LRUCache<string, Uint8Array>({ max: maxTables });

  get bytes(): number {
    let bytes = this.numbers.byteLength + this.values.length * bytesPerValue + this.characters * bytesPerCharacter;
    for (const { byteLength } of this.tables.values()) bytes += byteLength;
    return bytes;
  }

  /** Whether most values belong to memories that have changed since. */
  get isMostlyUnused(): boolean {
    return this.values.length > 2 * this.numbers.length + spareValues;
  }

  /** @param value undefined if the memory lacks the key */
  set(ordinal: number, value: unknown): void {
    const number = this.toNumber(value);
    if (number === 0 && ordinal >= this.numbers.length) return;
    this.numbers = grown(this.numbers, ordinal + 1);
    this.numbers[ordinal] = number;
  }

  private toNumber(given: unknown): number {
    const isArray = Array.isArray(given);
    const value = !isArray && typeof given === 'object' && given !== null ? anyObject : given;
    const key = isArray ? JSON.stringify(value) : value;
    const numberOf: Map<unknown, number> = isArray ? this.numberOfArray : this.numberOf;
    const known = numberOf.get(key);
    if (known !== undefined) return known;
    const number = this.values.push(value) - 1;
    numberOf.set(key, number);
    this.amounts = grown(this.amounts, number + 1);
    this.instants = grown(this.instants, number + 1);
    const instant = typeof value === 'string' ? toInstant(value) : null;
    this.amounts[number] = typeof value === 'number' ? value : Number.NaN;
    this.instants[number] = instant ?? Number.NaN;
    if (typeof key === 'string') this.characters += key.length;
    return number;
  }

  /** Clears in the mask the memories that do not meet a condition of this group. Those that meet one of `any` are marked. */
  *apply(mask: Uint8Array, condition: Condition, group: keyof Where): Steps<void> {
    const table = yield* this.tableOf(condition);
    this.numbers = grown(this.numbers, mask.length);
    const { numbers } = this;
    const inverted = group === 'none' ? 1 : 0;
    for (let ordinal = 0; ordinal < mask.length; ordinal++) {
      const matches = (table[numbers[ordinal] as number] as number) ^ inverted;
      const before = mask[ordinal] as number;
      mask[ordinal] = group === 'any' ? before | matches : before & matches;
    }
  }

  /** Yields each distinct value of the memories in a mask, with their number. */
  *count(mask: Uint8Array): Generator<[value: unknown, count: number]> {
    const counts = new Int32Array(this.values.length);
    const length = Math.min(mask.length, this.numbers.length);
    for (let ordinal = 0; ordinal < length; ordinal++) {
      const number = this.numbers[ordinal] as number;
      counts[number] = (counts[number] as number) + (mask[ordinal] as number);
    }
    for (const [number, count] of counts.entries()) if (number > 0 && count > 0) yield [this.values[number], count];
  }

  private *tableOf(condition: Condition): Steps<Uint8Array> {
    const key = toShortKey(JSON.stringify([condition.op, condition.value]));
    let table = this.tables.get(key);
    while (table?.length !== this.values.length) {
      table = new Uint8Array(this.values.length);
      // Values may be added during the steps.
      yield* this.fill(table, condition);
    }
    this.tables.set(key, table);
    return table;
  }

  /** Tests few values one by one. The others differ from every value of the condition, or are compared as numbers. */
  private *fill(table: Uint8Array, condition: Condition): Steps<void> {
    const { op, value } = condition;
    const test = toValueTest(condition);
    let tested: Iterable<number> = this.values.keys();
    if (op === 'eq' || op === 'ne' || op === 'in' || op === 'not_in') {
      if (op === 'ne' || op === 'not_in') table.fill(1);
      const named = [value].flat().map((one) => this.numberOf.get(one) ?? 0);
      tested = [0, ...named, ...this.numberOfArray.values()];
    } else if (op !== 'exists' && op !== 'contains') {
      const instant = typeof value === 'string' ? toInstant(value) : null;
      if (typeof value === 'number') return compareAll(table, this.amounts, op, value);
      if (instant !== null) {
        compareAll(table, this.instants, op, instant);
        // Only texts that are no times are left.
        tested = this.values.keys().filter((number) => {
          return typeof this.values[number] === 'string' && Number.isNaN(this.instants[number]);
        });
      }
    }
    let tests = 0;
    for (const number of tested) {
      table[number] = test(this.values[number]) ? 1 : 0;
      if (++tests % testsAtOnce === 0) yield;
    }
  }
}

/** Compares numbers. NaN meets no condition. */
function compareAll(table: Uint8Array, numbers: Float64Array, op: keyof typeof orders, given: number): void {
  const holds: (found: number, given: number) => boolean = orders[op];
  for (let at = 0; at < table.length; at++) table[at] = holds(numbers[at] as number, given) ? 1 : 0;
}
