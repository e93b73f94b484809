import { expect, it } from 'vitest';
import { runToEnd } from '../../../test/make-memory.ts';
import type { Message } from '../../ports/memory.ts';
import { identifiersOf } from './identifiers.ts';
import {
  type Filters,
  type Indexed,
  messageSpeaker,
  toDateWords,
  toFilterAlternatives,
  toFilterKeys,
  toMemoryIndex,
  toProjects,
} from './memory-index.ts';
import { toWords } from './words.ts';

const ana = { accountId: 'acct', userId: 'ana', endUserId: null, agentId: null, runId: null, messages: null };
const indexOf = (text: string, changes: Partial<Indexed> = {}, occurredAt: number | null = null, metadata = {}) =>
  toMemoryIndex({ text, ...ana, ...changes, metadata }, occurredAt);

it('holds the words of the text, those of its date when the writer gave one, and the identifiers', async () => {
  expect(await indexOf('Boats sail')).toMatchObject({ words: 'boat sail', wordCount: 2 });
  const dated = await indexOf('Boats sail', {}, Date.UTC(2026, 4, 8));
  expect(dated.words).toMatch(/^boat sail \S/);
  expect(dated.wordCount).toBe(dated.words.split(' ').length);
  expect((await indexOf('Part KX-4410-B')).identifiers).toEqual(runToEnd(identifiersOf('kx4410b')).result.join(' '));
});

it('holds each word of tags, project, area and scope once, but none of the kind of memory', async () => {
  const tags = ['Sailing boats', 'boat', 7, null, ['deep']];
  const others = { area: 'docs/berths', scope: { no: 'string' }, source: 'cursor', memory_type: 'debug' };
  const metadata = { tags, project: 'harborMaster', ...others };
  const tagWords = (await indexOf('x', {}, null, metadata)).tagWords.split(' ');
  expect(tagWords).toEqual([...new Set(tagWords)]);
  expect(tagWords).toEqual(expect.arrayContaining(['sail', 'boat', 'harbor', 'master', 'berth']));
  for (const absent of ['deep', 'cursor', 'debug', 'string', '7']) expect(tagWords).not.toContain(absent);
  expect((await indexOf('x')).tagWords).toBe('');
  expect((await indexOf('x', {}, null, JSON.parse('{"__proto__":{"tags":["a"]}}'))).tagWords).toBe('');
});

it.each([
  ['Is it off?  \n', 13, '?'],
  ['  𝄞 🙂', 5, '\ude42'],
  ['好吗？', 3, '？'],
])('holds the length of %j in code points and its last character', async (text, characters, ending) => {
  expect(await indexOf(text)).toMatchObject({ characters, ending });
});

const hashOf = async (...args: Parameters<typeof indexOf>) => (await indexOf(...args)).copyHash;

it('the hash of copies is the same for texts that differ only in blanks, capitals and the marks of a sentence', async () => {
  for (const text of [' the  boat IS off', 'The boat is off.', 'The boat: is, off!', 'The boat is\noff …'])
    expect(await hashOf(text)).toBe(await hashOf('The boat is off'));
  const others = {
    'Ada writes C': 'Ada writes C++',
    'Is it off?': 'Is it off',
    'version 1.2': 'version 12',
    'costs -5': 'costs 5',
  };
  for (const [one, other] of Object.entries(others)) expect(await hashOf(one)).not.toBe(await hashOf(other));
});

it('the hash of copies differs for another user, agent and time, and for messages of another run', async () => {
  const message = { messages: [{ role: 'user', content: 'x' } as const], runId: 'r' };
  const hashes = [
    await hashOf('x'),
    await hashOf('x', { userId: 'bo' }),
    await hashOf('x', { agentId: 'a' }),
    await hashOf('x', {}, 5),
    await hashOf('x', message),
    await hashOf('x', { ...message, runId: 's' }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(await hashOf('x', { runId: 'r' })).toBe(hashes[0]);
  expect(await hashOf('x'.repeat(2_001)), 'long texts are not compared').toBeNull();
});

it('gives the words that a question about the day holds, in UTC, for every month', () => {
  expect(toDateWords(Date.UTC(2023, 6, 8, 12))).toEqual(toWords('8 July 2023'));
  expect(toDateWords(Date.parse('2023-12-31T23:59:59.999Z'))).toEqual(toWords('31 December 2023'));
  expect(toDateWords(Date.parse('2024-01-01T00:00:00Z'))).toEqual(toWords('1 January 2024'));
  expect(() => toDateWords(Number.NaN)).toThrow(RangeError);
  expect(Array.from({ length: 12 }, (_, month) => toDateWords(Date.UTC(2024, month, 1))[1])).toEqual(
    'January February March April May June July August September October November December'.split(' ').flatMap(toWords),
  );
});

it('returns each string in metadata.project once, in each of its cases, and nothing else', () => {
  expect(toProjects({ project: 'apollo' })).toEqual(['apollo']);
  expect(toProjects({ project: ['apollo', 'Apollo', 'apollo'] })).toEqual(['apollo', 'Apollo']);
  for (const project of [5, { name: 'apollo' }, [null, 1, ['apollo']]]) expect(toProjects({ project })).toEqual([]);
  expect(toProjects({})).toEqual([]);
});

const matches = (metadata: Record<string, unknown>, filters: Filters) => {
  const filterKeys = new Set(toFilterKeys(metadata));
  return toFilterAlternatives(filters).every((alternatives) =>
    alternatives.some((filterKey) => filterKeys.has(filterKey)),
  );
};

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
])('filter keys compare %s', (_, metadata, filters, expected) => expect(matches(metadata, filters)).toBe(expected));

it('filter keys treat __proto__ like any other name', () => {
  const metadata = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, unknown>;
  expect(toFilterKeys(metadata)).toEqual(['["__proto__","x"]', '["constructor","y"]']);
  expect(matches(metadata, JSON.parse('{"__proto__": "x"}') as Filters)).toBe(true);
  expect(matches({}, JSON.parse('{"__proto__": "x"}') as Filters)).toBe(false);
  expect(toFilterAlternatives({})).toEqual([]);
});

it('filter keys leave out objects, nulls and repetitions', () => {
  expect(toFilterKeys({ a: null, b: { c: 1 }, d: [null, {}, []], e: [], f: ['x', 'x'] })).toEqual(['["f","x"]']);
  expect(toFilterAlternatives({ f: ['x', 'x'] })).toEqual([['["f","x"]']]);
});

it('filter keys are hashed when they have more than 200 characters, and only then', () => {
  const frame = JSON.stringify(['a', '']).length;
  expect(toFilterKeys({ a: 'x'.repeat(200 - frame) })[0]).toHaveLength(200);
  expect(toFilterKeys({ a: 'x'.repeat(201 - frame) })[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
});

it.each([null, {}, [], [null], [['a']], Number.NaN])(
  'filter keys reject the value %j with an error that names the key',
  (value) => {
    expect(() => toFilterAlternatives({ project: value as never })).toThrow(/filters\.project .*non-empty array/);
  },
);

const message = (content: string, name?: string): Message => ({ role: 'user', content, ...(name ? { name } : {}) });

it('a memory with a run that came as messages has their speaker, if there is only one', () => {
  const base = { text: 'x', runId: 'r' };
  expect(messageSpeaker({ ...base, messages: [message('a', 'Ana'), message('b', 'Ana')] })).toBe('Ana');
  expect(messageSpeaker({ ...base, messages: [message('a')] })).toBe('user');
  expect(messageSpeaker({ ...base, messages: [message('a', 'Ana'), message('b', 'Bo')] })).toBe('');
});

it('a memory with a run that came as text has a speaker when the text begins with one, and only then', () => {
  const text = (given: string) => messageSpeaker({ text: given, messages: null, runId: 'r' });
  expect(text('Ana Silva: the boat leaves at nine')).toBe('Ana Silva');
  expect(text('The boat leaves at 9:30')).toBeNull();
  expect(text('Todo: paint the boat')).toBeNull();
});

it('a memory without a run is a fact', () => {
  expect(messageSpeaker({ text: 'Ana: hello', messages: null, runId: null })).toBeNull();
  expect(messageSpeaker({ text: 'x', messages: [message('a', 'Ana')], runId: null })).toBeNull();
});
