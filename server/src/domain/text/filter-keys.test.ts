import { describe, expect, it } from 'vitest';
import type { Filters } from './memory-index.ts';
import { toFilterAlternatives, toFilterKeys } from './memory-index.ts';

const matches = (metadata: Record<string, unknown>, filters: Filters) => {
  const filterKeys = new Set(toFilterKeys(metadata));
  return toFilterAlternatives(filters).every((alternatives) =>
    alternatives.some((filterKey) => filterKeys.has(filterKey)),
  );
};

describe('filter keys', () => {
  it.each<[string, Record<string, unknown>, Filters, boolean]>([
    ['a string', { project: 'a' }, { project: 'a' }, true],
    ['another string', { project: 'a' }, { project: 'A' }, false],
    ['a value under another key', { project: 'a' }, { source: 'a' }, false],
    ['1 and "1"', { n: 1 }, { n: '1' }, false],
    ['true and "true"', { n: true }, { n: 'true' }, false],
    ['1 and true', { n: 1 }, { n: true }, false],
    ['-0 and 0', { n: -0 }, { n: 0 }, true],
    ['an element of an array', { tags: ['a', 2, true] }, { tags: 2 }, true],
    ['any of several', { tag: 'b' }, { tags: 'b' }, false],
    ['any of several values', { tag: 'b' }, { tag: ['a', 'b'] }, true],
    ['two keys of which one differs', { a: 1, b: 2 }, { a: 1, b: 3 }, false],
    ['a dotted key as a name, not a path', { a: { b: 1 } }, { 'a.b': 1 }, false],
    ['a dotted key', { 'a.b': 1 }, { 'a.b': 1 }, true],
    ['an operator as a name', { $gt: 1 }, { $gt: 1 }, true],
    ['an element of a nested array', { a: [['x']] }, { a: 'x' }, false],
    ['composed against decomposed letters', { a: 'é' }, { a: 'e\u0301' }, false],
    ['a key and value that look like another pair', { 'a","b': 'c' }, { a: 'b","c' }, false],
    ['a lone surrogate', { a: '\ud800' }, { a: '\ud801' }, false],
    ['long equal values', { a: 'x'.repeat(5000) }, { a: 'x'.repeat(5000) }, true],
    ['long values that differ at the end', { a: `${'x'.repeat(5000)}1` }, { a: `${'x'.repeat(5000)}2` }, false],
  ])('compares %s', (_, metadata, filters, expected) => {
    expect(matches(metadata, filters)).toBe(expected);
  });

  it('treat __proto__ like any other name', () => {
    const metadata = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, unknown>;
    expect(toFilterKeys(metadata)).toEqual(['["__proto__","x"]', '["constructor","y"]']);
    expect(matches(metadata, JSON.parse('{"__proto__": "x"}') as Filters)).toBe(true);
    expect(matches({}, JSON.parse('{"__proto__": "x"}') as Filters)).toBe(false);
    expect(toFilterAlternatives({})).toEqual([]);
  });

  it('leave out objects, nulls and repetitions', () => {
    expect(toFilterKeys({ a: null, b: { c: 1 }, d: [null, {}, []], e: [], f: ['x', 'x'] })).toEqual(['["f","x"]']);
    expect(toFilterAlternatives({ f: ['x', 'x'] })).toEqual([['["f","x"]']]);
  });

  it('are hashed when they have more than 200 characters, and only then', () => {
    const frame = JSON.stringify(['a', '']).length;
    expect(toFilterKeys({ a: 'x'.repeat(200 - frame) })[0]).toHaveLength(200);
    expect(toFilterKeys({ a: 'x'.repeat(201 - frame) })[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each([null, {}, [], [null], [['a']], Number.NaN])(
    'reject the filter value %j with an error that names the key',
    (value) => {
      expect(() => toFilterAlternatives({ project: value as never })).toThrow(/filters\.project .*non-empty array/);
    },
  );
});
