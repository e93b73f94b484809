import { describe, expect, it } from 'vitest';
import {
  createUserRotation,
  limitsLeft,
  maxExtractions,
  ringAfter,
  rotate,
  takeCharacters,
  takeRoundRobin,
} from './fair-claims.ts';

describe('takeRoundRobin', () => {
  const due = (name: string, characters = 10, infer = false) => ({ name, characters, infer });
  const limits = { limit: 100, characters: 1_000, extractions: 100 };
  const names = (taken: { name: string }[]) => taken.map(({ name }) => name);

  it('serves every account in turn with its oldest memories, however many memories another has pending', () => {
    const accounts = [[due('a1'), due('a2'), due('a3')], [due('b1')], [due('c1'), due('c2')]];
    expect(names(takeRoundRobin(accounts, limits))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(names(takeRoundRobin(accounts, { ...limits, limit: 4 }))).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('stops at the limit of characters, after the memory that exceeds it', () => {
    const accounts = [[due('a1', 100), due('a2', 100), due('a3', 100)]];
    expect(names(takeRoundRobin(accounts, { ...limits, characters: 150 }))).toEqual(['a1', 'a2']);
    expect(names(takeRoundRobin(accounts, { ...limits, characters: 1 }))).toEqual(['a1']);
    expect(takeRoundRobin(accounts, { ...limits, characters: 0 })).toEqual([]);
  });

  it('takes no more memories for extraction than the limit, and others beside them', () => {
    const accounts = [[due('a1', 1, true), due('a2', 1, true), due('a3')], [due('b1', 1, true)]];
    expect(names(takeRoundRobin(accounts, { ...limits, extractions: 1 }))).toEqual(['a1', 'a3']);
    expect(names(takeRoundRobin(accounts, { ...limits, extractions: 0 }))).toEqual(['a3']);
  });
});

it('yields all names once, beginning after the last one', () => {
  const names = [2, 4, 6];
  const walk = (start: number) => [...ringAfter(start, 0, (after) => names.find((name) => name > after) ?? null)];
  expect([walk(0), walk(2), walk(3), walk(6), walk(9)]).toEqual([
    [2, 4, 6],
    [4, 6, 2],
    [4, 6, 2],
    [2, 4, 6],
    [2, 4, 6],
  ]);
  expect([...ringAfter('b', '', () => null)]).toEqual([]);
  expect(rotate(['a', 'b', 'c'], 'a')).toEqual(['b', 'c', 'a']);
});

it('begins after the last user when some users were left, and with the first when all were served', () => {
  const rotation = createUserRotation<string>();
  expect(rotation.lastOf('ana')).toBe('');
  rotation.ended('ana', ['cleo', 'dan'], 2);
  expect([rotation.lastOf('ana'), rotation.lastOf('bo')]).toEqual(['dan', '']);
  rotation.ended('ana', [], 0);
  expect(rotation.lastOf('ana')).toBe('dan');
  rotation.ended('ana', ['eve'], 2);
  expect(rotation.lastOf('ana')).toBe('');
});

it('reduces the limits of a claim by the memories that it has taken', () => {
  const options = {
    ...({ purpose: 'ingest', limit: 5, characters: 100, extractions: 2, quarantined: false } as const),
    ...{ now: 0, leaseMs: 1, quarantineAfter: 3 },
  };
  const taken = [
    { text: 'x'.repeat(30), infer: true },
    { text: 'y'.repeat(20), infer: false },
  ];
  expect(limitsLeft(options, taken)).toEqual({ ...options, limit: 3, characters: 50, extractions: 1 });
  expect(maxExtractions({ extractions: 9, limit: 5 })).toBe(5);
});

it('takes texts until the characters reach the limit, including the one that exceeds it', () => {
  const some = [{ characters: 20 }, { characters: 20 }, { characters: 20 }];
  expect(takeCharacters(some, 21)).toHaveLength(2);
  expect(takeCharacters(some, 0)).toEqual([]);
});
