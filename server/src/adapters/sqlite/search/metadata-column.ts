import { LRUCache } from 'lru-cache';
import { toShortKey } from '../../../lib/to-short-key.ts';
import { type Condition, orders, toInstant, toValueTest } from '../../../ports/conditions.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { grown } from './grown.ts';

/** The maximum of conditions whose results are cached. */
const maxTables = 64;
/** The number of values that one step tests one by one. */
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
  /** The seq of the last memory that was read, and Infinity when all were read. */
  readTo = 0;
  /** The number of each memory's value. It is 0 for memories without the key, also beyond the end. */
  private numbers = new Int32Array(0);
  /** The distinct values by number. */
  private readonly values: unknown[] = [undefined];
  /** The values that are numbers, and times of RFC 3339 as instants, by number. The others are NaN. */
  private amounts = new Float64Array([Number.NaN]);
  private instants = new Float64Array([Number.NaN]);
  /** The numbers of the values that are strings but not times. */
  private readonly texts: number[] = [];
  /** The numbers of the values that are arrays. */
  private readonly arrays: number[] = [];
  /** The numbers of values. Arrays are found by their JSON text, and other values by themselves. */
  private readonly numberOfArray = new Map<string, number>();
  private readonly numberOf = new Map<unknown, number>([[undefined, 0]]);
  private characters = 0;
  /** Whether each value meets a condition, by its number. */
  private readonly tables = new LRUCache<string, Uint8Array>({ max: maxTables });

  /** The estimated size in bytes. */
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
    const number = Array.isArray(value) ? this.toArrayNumber(value) : this.toNumber(value);
    if (number === 0 && ordinal >= this.numbers.length) return;
    this.numbers = grown(this.numbers, ordinal + 1);
    this.numbers[ordinal] = number;
  }

  private toNumber(given: unknown): number {
    const value = typeof given === 'object' && given !== null ? anyObject : given;
    const known = this.numberOf.get(value);
    if (known !== undefined) return known;
    const number = this.add(value);
    this.numberOf.set(value, number);
    if (typeof value === 'number') this.amounts[number] = value;
    if (typeof value !== 'string') return number;
    const instant = toInstant(value);
    if (instant === null) this.texts.push(number);
    else this.instants[number] = instant;
    this.characters += value.length;
    return number;
  }

  private toArrayNumber(value: unknown[]): number {
    const text = JSON.stringify(value);
    const known = this.numberOfArray.get(text);
    if (known !== undefined) return known;
    const number = this.add(value);
    this.numberOfArray.set(text, number);
    this.arrays.push(number);
    this.characters += text.length;
    return number;
  }

  private add(value: unknown): number {
    const number = this.values.push(value) - 1;
    this.amounts = grown(this.amounts, number + 1);
    this.instants = grown(this.instants, number + 1);
    this.amounts[number] = Number.NaN;
    this.instants[number] = Number.NaN;
    return number;
  }

  /** Clears in the mask the memories that do not meet a condition, or those that do. */
  *narrow(mask: Uint8Array, condition: Condition, keeps: 'met' | 'unmet'): Steps<void> {
    const table = yield* this.tableOf(condition);
    const inverted = keeps === 'met' ? 0 : 1;
    const length = Math.min(mask.length, this.numbers.length);
    for (let ordinal = 0; ordinal < length; ordinal++) {
      const isMet = table[this.numbers[ordinal] as number] as number;
      mask[ordinal] = (mask[ordinal] as number) & (isMet ^ inverted);
    }
    if (((table[0] as number) ^ inverted) === 0) mask.fill(0, length);
  }

  /** Marks in the mask the memories that meet a condition. */
  *mark(mask: Uint8Array, condition: Condition): Steps<void> {
    const table = yield* this.tableOf(condition);
    const length = Math.min(mask.length, this.numbers.length);
    for (let ordinal = 0; ordinal < length; ordinal++) {
      mask[ordinal] = (mask[ordinal] as number) | (table[this.numbers[ordinal] as number] as number);
    }
    if (table[0] === 1) mask.fill(1, length);
  }

  /** Yields each distinct value of the memories in a mask, with their number. */
  *count(mask: Uint8Array): Generator<[value: unknown, count: number]> {
    const counts = new Int32Array(this.values.length);
    const length = Math.min(mask.length, this.numbers.length);
    for (let ordinal = 0; ordinal < length; ordinal++) {
      const number = this.numbers[ordinal] as number;
      counts[number] = (counts[number] as number) + (mask[ordinal] as number);
    }
    for (let number = 1; number < counts.length; number++) {
      const count = counts[number] as number;
      if (count > 0) yield [this.values[number], count];
    }
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
    const testOne = (number: number) => {
      table[number] = test(this.values[number]) ? 1 : 0;
    };
    if (op === 'eq' || op === 'ne' || op === 'in' || op === 'not_in') {
      if (op === 'ne' || op === 'not_in') table.fill(1);
      for (const named of [value].flat()) testOne(this.numberOf.get(named) ?? 0);
      return yield* inSteps([0, ...this.arrays], testOne);
    }
    const isOrder = op !== 'exists' && op !== 'contains';
    const instant = typeof value === 'string' ? toInstant(value) : null;
    if (isOrder && typeof value === 'number') return compareAll(table, this.amounts, op, value);
    if (isOrder && instant !== null) {
      compareAll(table, this.instants, op, instant);
      return yield* inSteps(this.texts, testOne);
    }
    yield* inSteps(this.values.keys(), testOne);
  }
}

/** Compares numbers. NaN meets no condition. */
function compareAll(table: Uint8Array, numbers: Float64Array, op: keyof typeof orders, given: number): void {
  const holds: (found: number, given: number) => boolean = orders[op];
  for (let at = 0; at < table.length; at++) table[at] = holds(numbers[at] as number, given) ? 1 : 0;
}

function* inSteps(numbers: Iterable<number>, testOne: (number: number) => void): Steps<void> {
  let tests = 0;
  for (const number of numbers) {
    testOne(number);
    if (++tests % testsAtOnce === 0) yield;
  }
}
