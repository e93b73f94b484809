import { toShortKey } from '../../lib/to-short-key.ts';
import type { Metadata } from '../../ports/memory.ts';

export type FilterValue = string | number | boolean;
/** The accepted value, or values, of each metadata key. */
export type Filters = Readonly<Record<string, FilterValue | readonly FilterValue[]>>;

/**
 * Makes a filter key of each string, number or boolean at the top level of `metadata` or in an array there. Two filter
 * keys are equal if and only if their key, type and value are equal. Objects, nulls and nested arrays have no filter
 * key.
 */
export function toFilterKeys(metadata: Metadata): string[] {
  const filterKeys = new Set<string>();
  for (const [key, value] of Object.entries(metadata)) {
    for (const element of Array.isArray(value) ? value : [value]) {
      if (isFilterValue(element)) filterKeys.add(toFilterKey(key, element));
    }
  }
  return [...filterKeys];
}

/**
 * Makes the alternatives of each key: a memory matches when it has one of them.
 * @throws {TypeError} when a value could match nothing: an object, null, an empty array
 */
export function toFilterAlternatives(filters: Filters): string[][] {
  return Object.entries(filters).map(([key, value]) => {
    const alternatives: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (alternatives.length === 0 || !alternatives.every(isFilterValue)) {
      throw new TypeError(
        `filters.${key} must be a string, a number, a boolean or a non-empty array of them; to leave the key open, omit it`,
      );
    }
    return [...new Set(alternatives.map((alternative) => toFilterKey(key, alternative)))];
  });
}

export function isFilterValue(value: unknown): value is FilterValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function toFilterKey(key: string, value: FilterValue): string {
  return toShortKey(JSON.stringify([key, value]));
}
