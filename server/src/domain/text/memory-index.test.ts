import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../test/make-memory.ts';
import { identifiersOf } from './identifiers.ts';
import { type Indexed, toDateWords, toMemoryIndex } from './memory-index.ts';
import { toWords } from './words.ts';

const ana = { accountId: 'acct', userId: 'ana', endUserId: null, agentId: null, runId: null, messages: null };
const indexOf = (text: string, changes: Partial<Indexed> = {}, occurredAt: number | null = null, metadata = {}) =>
  toMemoryIndex({ text, ...ana, ...changes, metadata }, occurredAt);

describe('toMemoryIndex', () => {
  it('holds the words of the text, and those of its date when the writer gave one', async () => {
    expect(await indexOf('Boats sail')).toMatchObject({ words: 'boat sail', wordCount: 2 });
    const dated = await indexOf('Boats sail', {}, Date.UTC(2026, 4, 8));
    expect(dated.words).toMatch(/^boat sail \S/);
    expect(dated.wordCount).toBe(dated.words.split(' ').length);
  });

  it('holds the identifiers of the text', async () => {
    expect((await indexOf('Part KX-4410-B')).identifiers).toEqual(runToEnd(identifiersOf('kx4410b')).result.join(' '));
  });

  it('holds each word of tags, project, area and scope once, but none of the kind of memory', async () => {
    const metadata = {
      tags: ['Sailing boats', 'boat', 7, null, ['deep']],
      project: 'harborMaster',
      area: 'docs/berths',
      scope: { no: 'string' },
      source: 'cursor',
      memory_type: 'debug',
    };
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
});

describe('the hash of copies', () => {
  const hashOf = async (...args: Parameters<typeof indexOf>) => (await indexOf(...args)).copyHash;

  it.each([[' the  boat IS off'], ['The boat is off.'], ['The boat: is, off!'], ['The boat is\noff …']])(
    'is the same for texts that differ only in blanks, capitals and the marks of a sentence: %j',
    async (text) => {
      expect(await hashOf(text)).toBe(await hashOf('The boat is off'));
    },
  );

  it.each([
    ['Ada writes C', 'Ada writes C++'],
    ['Is the boat off?', 'Is the boat off'],
    ['version 1.2', 'version 12'],
    ['costs -5', 'costs 5'],
  ])('differs for %j and %j', async (one, other) => {
    expect(await hashOf(one)).not.toBe(await hashOf(other));
  });

  it('differs for another user, agent and time, and for messages of another run', async () => {
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
  });

  it('is null for long texts, which are not compared', async () => {
    expect(await hashOf('x'.repeat(2_001))).toBeNull();
  });
});

describe('toDateWords', () => {
  it('gives the words that a question about the day holds', () => {
    const words = toDateWords(Date.UTC(2023, 6, 8, 12));
    expect(words).toEqual(toWords('8 July 2023'));
    expect(words).toEqual(expect.arrayContaining(toWords('in July')));
  });

  it('finds every month by its name', () => {
    const months = Array.from({ length: 12 }, (_, month) => toDateWords(Date.UTC(2024, month, 1))[1]);
    expect(months).toEqual(
      'January February March April May June July August September October November December'
        .split(' ')
        .flatMap(toWords),
    );
  });

  it('takes the day in UTC', () => {
    expect(toDateWords(Date.parse('2023-12-31T23:59:59.999Z'))).toEqual(toWords('31 December 2023'));
    expect(toDateWords(Date.parse('2024-01-01T00:00:00Z'))).toEqual(toWords('1 January 2024'));
  });

  it('throws when it gets no time', () => {
    expect(() => toDateWords(Number.NaN)).toThrow(RangeError);
  });
});
