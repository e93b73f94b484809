import { describe, expect, test } from 'vitest';
import { type EvaluationSet, nothingToFind, type SetMemory } from '../../../bench/src/retrieval/evaluation-set.ts';
import { ownSetFiles, readSets } from '../../../bench/src/retrieval/read-sets.ts';
import { toText } from '../../src/domain/text/joined-text.ts';
import { toWords } from '../../src/domain/text/words.ts';

const sets = readSets(ownSetFiles());
const memories = sets.flatMap((set) => set.memories);
const questions = sets.flatMap((set) => set.questions);
const mainCategories = [
  'paraphrase',
  'exact',
  'temporal',
  'multi-hop',
  'contradiction',
  'other-language',
  'long-memory',
  'tags',
  'identifier',
  'identifier-in-question',
  'rare-word',
  'rare-word-in-question',
  'other-spelling',
  nothingToFind,
];

describe('the evaluation sets of the repository', () => {
  test('are large enough to tell two rankings apart', () => {
    expect(memories.length).toBeGreaterThanOrEqual(400);
    expect(questions.length).toBeGreaterThanOrEqual(200);
    for (const category of mainCategories) {
      const own = questions.filter((question) => question.category === category);
      expect(own.length, category).toBeGreaterThanOrEqual(20);
    }
  });

  test('have no category that nobody explains', () => {
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
    const shared = sets.flatMap((set) =>
      ofCategory(set, 'paraphrase').flatMap((question) => sharedWords(set, question)),
    );
    expect(shared).toEqual([]);
  });

  test('expect one of several dated memories in a contradiction', () => {
    for (const set of sets) {
      for (const { query, expects } of ofCategory(set, 'contradiction')) {
        expect(expects, query).toHaveLength(1);
        expect(memoryOf(set, expects[0])?.occurred_at, query).toBeDefined();
      }
    }
  });

  test('expect several memories in every multi-hop question', () => {
    for (const set of sets) {
      for (const { query, expects } of ofCategory(set, 'multi-hop')) expect(expects.length, query).toBeGreaterThan(1);
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

  test('expect long memories where a question is about long ones', () => {
    for (const set of sets) {
      for (const { query, expects } of ofCategory(set, 'long-memory')) {
        for (const id of expects) expect(lengthOf(set, id), query).toBeGreaterThanOrEqual(1_500);
      }
    }
  });

  test('expect tagged memories where a question names a tag', () => {
    for (const set of sets) {
      for (const { query, expects } of ofCategory(set, 'tags')) {
        const questions = new Set(toWords(query));
        for (const id of expects) {
          const tags = toWords([memoryOf(set, id)?.metadata?.['tags']].flat().join(' '));
          expect(
            tags.filter((tag) => questions.has(tag)),
            query,
          ).not.toEqual([]);
        }
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

function ofCategory(set: EvaluationSet, category: string): EvaluationSet['questions'] {
  return set.questions.filter((question) => question.category === category);
}

function memoryOf(set: EvaluationSet, id: string | undefined): SetMemory | undefined {
  return set.memories.find((memory) => memory.id === id);
}

function textOf(memory: SetMemory): string {
  return memory.text ?? toText(memory.messages ?? []);
}

function lengthOf(set: EvaluationSet, id: string): number {
  const memory = memoryOf(set, id);
  return memory ? textOf(memory).length : 0;
}

function sharedWords(set: EvaluationSet, { query, expects }: EvaluationSet['questions'][number]): string[] {
  const queryWords = new Set(toWords(query));
  return expects.flatMap((id) => {
    const memory = memoryOf(set, id);
    const shared = memory ? toWords(textOf(memory)).filter((word) => queryWords.has(word)) : [];
    return shared.map((word) => `${id} "${query}": ${word}`);
  });
}
