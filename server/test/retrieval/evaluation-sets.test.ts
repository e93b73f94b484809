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
  test('are large enough to tell two rankings apart, of several kinds, free to use, and without repetitions', () => {
    expect(memories.length).toBeGreaterThanOrEqual(400);
    expect(questions.length).toBeGreaterThanOrEqual(200);
    for (const category of mainCategories) expect(ofCategory(category).length, category).toBeGreaterThanOrEqual(20);
    expect([...new Set(questions.map(({ category }) => category))].sort()).toEqual([...mainCategories].sort());
    expect(new Set(sets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6);
    const messages = sets.map((set) => set.memories.flatMap((memory) => memory.messages ?? []));
    const speakers = messages.map((all) => new Set(all.map(({ name, role }) => name ?? role)).size);
    expect(Math.max(...speakers)).toBeGreaterThan(2);
    for (const { name, licence, memories, questions } of sets) {
      expect(licence, name).toBe('CC0-1.0');
      for (const texts of [memories.map(textOf), questions.map(({ query, asked_at }) => `${query} ${asked_at}`)])
        expect(new Set(texts).size, name).toBe(texts.length);
    }
  });

  test('expect in each category what it is about', () => {
    for (const { query, expected } of ofCategory('paraphrase')) {
      const words = new Set(toWords(query));
      expect(expected.flatMap((memory) => toWords(textOf(memory)).filter((word) => words.has(word)))).toEqual([]);
    }
    for (const { query, expected } of ofCategory('contradiction')) {
      expect(expected, query).toEqual([expect.objectContaining({ occurred_at: expect.any(String) })]);
    }
    for (const { query, expected } of ofCategory('multi-hop')) expect(expected.length, query).toBeGreaterThan(1);
    for (const { query, expected } of ofCategory('long-memory')) {
      for (const memory of expected) expect(textOf(memory).length, query).toBeGreaterThanOrEqual(1_500);
    }
    for (const { query, expected } of ofCategory('tags')) {
      const named = toWords(query);
      const tags = expected.map(({ metadata }) => toWords([metadata?.['tags']].flat().join(' ')));
      expect(
        tags.filter((words) => !named.some((word) => words.includes(word))),
        query,
      ).toEqual([]);
    }
  });

  test('expect one memory among twelve others of its sentence for an identifier or a rare word', () => {
    const set = sets.find(({ name }) => name === 'near-duplicates');
    const families = Map.groupBy(set?.memories ?? [], ({ id }) => id.replace(/\d+$/, ''));
    expect([...families.values()].every((family) => family.length >= 13)).toBe(true);
    const inRuns = (set?.memories ?? []).filter(({ run_id }) => run_id !== undefined);
    expect(inRuns.length * 2).toBe(set?.memories.length);
    for (const { query, expects } of set?.questions ?? []) expect(expects, query).toHaveLength(1);
  });
});
