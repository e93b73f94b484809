import type { Metadata } from './memory.ts';

/** The rules of conditions on metadata. They are here because every store must find the same memories. */

export type ConditionScalar = string | number | boolean | null;

/** A condition on one metadata key, which is literal. */
export interface Condition {
  key: string;
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'not_in' | 'exists' | 'contains';
  /** An array for `in` and `not_in`, a boolean for `exists`, a string or a number for the orders. */
  value: ConditionScalar | readonly ConditionScalar[];
}

export const conditionGroups = ['all', 'any', 'none'] as const;

/** All of `all`, at least one of `any` and none of `none` must match. An absent group always matches. */
export type Where = { [Group in (typeof conditionGroups)[number]]?: readonly Condition[] | undefined };

/** Whether the value of a key meets a condition; undefined if the memory lacks the key. */
type ValueTest = (value: unknown) => boolean;

export function toMatcher({ all, any, none }: Where): (metadata: Metadata) => boolean {
  const required = all?.map(toKeyTest) ?? [];
  const alternatives = any?.map(toKeyTest);
  const excluded = none?.map(toKeyTest) ?? [];
  return (metadata) =>
    required.every((test) => test(metadata)) &&
    (alternatives?.some((test) => test(metadata)) ?? true) &&
    !excluded.some((test) => test(metadata));
}

function toKeyTest(condition: Condition): (metadata: Metadata) => boolean {
  const test = toValueTest(condition);
  return (metadata) => test(valueAt(metadata, condition.key));
}

export function valueAt(metadata: Metadata, key: string): unknown {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

export function toValueTest({ op, value }: Condition): ValueTest {
  switch (op) {
    case 'exists':
      return (found) => (found !== undefined) === value;
    case 'eq':
    case 'in':
      return holdsAnyOf(value);
    case 'ne':
    case 'not_in': {
      const holds = holdsAnyOf(value);
      return (found) => !holds(found);
    }
    case 'contains': {
      const holds = holdsAnyOf(value);
      return (found) => {
        if (typeof found !== 'string') return Array.isArray(found) && holds(found);
        return typeof value === 'string' && found.includes(value);
      };
    }
    default:
      return toOrderTest(op, value);
  }
}

/** Tests whether a value, or an element of an array, is one of the given values. */
function holdsAnyOf(given: Condition['value']): ValueTest {
  const values: ReadonlySet<unknown> = new Set(Array.isArray(given) ? given : [given]);
  return (found) => (Array.isArray(found) ? found.some((element) => values.has(element)) : values.has(found));
}

export const orders = {
  gt: <Value extends string | number>(found: Value, given: Value) => found > given,
  gte: <Value extends string | number>(found: Value, given: Value) => found >= given,
  lt: <Value extends string | number>(found: Value, given: Value) => found < given,
  lte: <Value extends string | number>(found: Value, given: Value) => found <= given,
};

/** Compares numbers with numbers, strings with strings, and times of RFC 3339 as instants. */
function toOrderTest(op: keyof typeof orders, given: Condition['value']): ValueTest {
  const holds = orders[op];
  if (typeof given === 'number') return (found) => typeof found === 'number' && holds(found, given);
  if (typeof given !== 'string') return () => false;
  const instant = toInstant(given);
  return (found) => {
    if (typeof found !== 'string') return false;
    const foundInstant = instant === null ? null : toInstant(found);
    return instant !== null && foundInstant !== null ? holds(foundInstant, instant) : holds(found, given);
  };
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const minTimeLength = '2026-11-21T09:30:00Z'.length;

/** Returns the milliseconds since the epoch; null if the text is not a time of RFC 3339. */
export function toInstant(text: string): number | null {
  const [, year, month, day] = (text.length >= minTimeLength && dateTime.exec(text)) || [];
  if (day === undefined) return null;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // A day that does not exist in its month would silently become another one.
  const instant = midnight.getUTCDate() === Number(day) ? Date.parse(text.toUpperCase()) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
