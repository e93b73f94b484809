import { describe, expect, test } from 'vitest';
import { nothingToFind, type SetMemory } from '../../../bench/src/retrieval/evaluation-set.ts';
import { ownSetFiles, readSets } from '../../../bench/src/retrieval/read-sets.ts';
import { toText } from '../../src/domain/text/joined-text.ts';
import { toWords } from '../../src/domain/text/words.ts';

const sets = readSets(ownSetFiles());
const memories = sets.flatMap((set) => set.memories);
const questions = sets.flatMap((set) => set.questions);
const mainCategories = [
  ...['paraphrase', 'exact', 'temporal', 'multi-hop', 'contradiction', 'other-language', 'long-memory', 'tags'],
  ...['identifier', 'identifier-in-question', 'rare-word', 'rare-word-in-question', 'other-spelling', nothingToFind],
];
const textOf = (memory: SetMemory) => memory.text ?? toText(memory.messages ?? []);

/** The questions of a category, with the memories that they expect. */
function ofCategory(category: string): { query: string; expected: SetMemory[] }[] {
  return sets.flatMap((set) =>
    set.questions
      .filter((question) => question.category === category)
      .map(({ query, expects }) => ({ query, expected: set.memories.filter(({ id }) => expects.includes(id)) })),
  );
}

describe('the evaluation sets of the repository', () => {
  test('are large enough to tell two rankings apart, and have no category that nobody explains', () => {
    expect(memories.length).toBeGreaterThanOrEqual(400);
    expect(questions.length).toBeGreaterThanOrEqual(200);
    for (const category of mainCategories) expect(ofCategory(category).length, category).toBeGreaterThanOrEqual(20);
    expect([...new Set(questions.map(({ category }) => category))].sort()).toEqual([...mainCategories].sort());
  });

  test('cover several kinds of memories and are free to use', () => {
    expect(new Set(sets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6);
    for (const set of sets) expect(set.licence, set.name).toBe('CC0-1.0');
  });

  test('ask nothing twice and hold no memory twice', () => {
    for (const set of sets) {
      const texts = set.memories.map(textOf);
      expect(new Set(texts).size, set.name).toBe(texts.length);
      const questions = set.questions.map(({ query, asked_at }) => `${query} ${asked_at}`);
      expect(new Set(questions).size, set.name).toBe(questions.length);
    }
  });

  test('share no content word between a paraphrase and what it expects', () => {
    const shared = ofCategory('paraphrase').flatMap(({ query, expected }) => {
      const words = new Set(toWords(query));
      return expected.flatMap((memory) => toWords(textOf(memory)).filter((word) => words.has(word)));
    });
    expect(shared).toEqual([]);
  });

  test('expect one of several dated memories in a contradiction, and several memories in a multi-hop question', () => {
    for (const { query, expected } of ofCategory('contradiction')) {
      expect(expected, query).toEqual([expect.objectContaining({ occurred_at: expect.any(String) })]);
    }
    for (const { query, expected } of ofCategory('multi-hop')) expect(expected.length, query).toBeGreaterThan(1);
  });

  test('expect one memory among twelve others of its sentence for an identifier or a rare word', () => {
    const set = sets.find(({ name }) => name === 'near-duplicates');
    const families = Map.groupBy(set?.memories ?? [], ({ id }) => id.replace(/\d+$/, ''));
    expect([...families.values()].every((family) => family.length >= 13)).toBe(true);
    const inRuns = (set?.memories ?? []).filter(({ run_id }) => run_id !== undefined);
    expect(inRuns.length * 2).toBe(set?.memories.length);
    for (const { query, expects } of set?.questions ?? []) expect(expects, query).toHaveLength(1);
  });

  test('expect long memories for a question about long ones, and tagged ones for a question that names a tag', () => {
    for (const { query, expected } of ofCategory('long-memory')) {
      for (const memory of expected) expect(textOf(memory).length, query).toBeGreaterThanOrEqual(1_500);
    }
    for (const { query, expected } of ofCategory('tags')) {
      const named = toWords(query);
      for (const { metadata } of expected) {
        expect(
          named.some((word) => toWords([metadata?.['tags']].flat().join(' ')).includes(word)),
          query,
        ).toBe(true);
      }
    }
  });

  test('hold conversations of more than two speakers', () => {
    const speakers = sets.map((set) => {
      const messages = set.memories.flatMap((memory) => memory.messages ?? []);
      return new Set(messages.map(({ name, role }) => name ?? role)).size;
    });
    expect(Math.max(...speakers)).toBeGreaterThan(2);
  });
});
