import { expect, it } from 'vitest';
import { mergeMetadata } from './memory-input.ts';

it('merging metadata replaces and adds keys one level deep, and removes keys with null', () => {
  const merged = mergeMetadata({ a: 1, b: { x: 1 }, c: 3 }, { b: { y: 2 }, c: null, d: [4] });
  expect(merged).toEqual({ a: 1, b: { y: 2 }, d: [4] });
});

it('treats __proto__ and constructor as plain names', () => {
  const merged = mergeMetadata(JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"constructor":1}'));
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1},"constructor":1}');
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(JSON.stringify(mergeMetadata(merged, JSON.parse('{"__proto__":null}')))).toBe('{"constructor":1}');
});
