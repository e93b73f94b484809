import { describe, expect, it } from 'vitest';
import { type Indexed, toMemoryIndex } from './memory-index.ts';

const ana = { userId: 'ana', agentId: null, runId: null, messages: null };
const indexOf = (text: string, changes: Partial<Indexed> = {}, occurredAt: number | null = null, metadata = {}) =>
  toMemoryIndex({ text, ...ana, ...changes, metadata }, occurredAt);

describe('what a memory is found by', () => {
  it('its words, and its date when the writer gave one', async () => {
    expect((await indexOf('Boats sail')).words).toEqual(['boat', 'sail']);
    const dated = await indexOf('Boats sail', {}, Date.UTC(2026, 4, 8));
    expect(dated.words.slice(0, 2)).toEqual(['boat', 'sail']);
    expect(dated.words.length).toBeGreaterThan(2);
  });

  it('tags, project, area and scope, each word once; what kind of memory it is says nothing of its subject', async () => {
    const metadata = {
      tags: ['Sailing boats', 'boat', 7, null, ['deep']],
      project: 'harborMaster',
      area: 'docs/berths',
      scope: { no: 'string' },
      source: 'cursor',
      memory_type: 'debug',
    };
    const { tagWords } = await indexOf('x', {}, null, metadata);
    expect(tagWords).toEqual([...new Set(tagWords)]);
    expect(tagWords).toEqual(expect.arrayContaining(['sail', 'boat', 'harbor', 'master', 'berth']));
    for (const absent of ['deep', 'cursor', 'debug', 'string', '7']) expect(tagWords).not.toContain(absent);
    expect((await indexOf('x')).tagWords).toEqual([]);
    expect((await indexOf('x', {}, null, JSON.parse('{"__proto__":{"tags":["a"]}}'))).tagWords).toEqual([]);
  });

  it.each([
    ['Is it off?  \n', 13, '?'],
    ['  𝄞 🙂', 5, '\ude42'],
    ['好吗？', 3, '？'],
  ])('its length in code points and how it ends: %j', async (text, characters, ending) => {
    expect(await indexOf(text)).toMatchObject({ characters, ending });
  });
});

describe('copies of each other are memories', () => {
  const hashOf = async (...args: Parameters<typeof indexOf>) => (await indexOf(...args)).copyHash;

  it.each([[' the  boat IS off'], ['The boat is off.'], ['The boat: is, off!'], ['The boat is\noff …']])(
    'that differ in blanks, capitals and the marks of a sentence only: %j',
    async (text) => {
      expect(await hashOf(text)).toBe(await hashOf('The boat is off'));
    },
  );

  it.each([
    ['Ada writes C', 'Ada writes C++'],
    ['Is the boat off?', 'Is the boat off'],
    ['version 1.2', 'version 12'],
    ['costs -5', 'costs 5'],
  ])('but not %j and %j', async (one, other) => {
    expect(await hashOf(one)).not.toBe(await hashOf(other));
  });

  it('of one user, agent and time, and of turns one run', async () => {
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

  it('that are not long: those are not compared', async () => {
    expect(await hashOf('x'.repeat(2_001))).toBeNull();
  });
});
