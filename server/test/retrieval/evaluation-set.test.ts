import { describe, expect, test } from 'vitest';
import { parseEvaluationSet, toTime } from '../../../bench/src/retrieval/evaluation-set.ts';

type Fields = Record<string, unknown>;

const good = (): { memories: Fields[]; questions: Fields[] } & Fields => ({
  name: 'kitchen',
  kind: 'notes',
  licence: 'CC0-1.0',
  memories: [
    { id: 'm1', text: 'The kettle whistles.', occurred_at: '2025-03-01' },
    { id: 'm2', messages: [{ role: 'user', name: 'Ada', content: 'Tea?' }], run_id: 'r1', metadata: { room: 1 } },
  ],
  questions: [
    { category: 'exact', query: 'kettle', expects: ['m1'], asked_at: '2025-03-02T08:00:00Z', note: 'easy' },
    { category: 'nothing-to-find', query: 'Who owns the submarine?', expects: [] },
  ],
});

function problemsOf(change: (set: ReturnType<typeof good>) => void): string[] {
  const set = good();
  change(set);
  try {
    parseEvaluationSet('kitchen.json', JSON.stringify(set));
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

const memory = (changes: Fields) => (set: ReturnType<typeof good>) =>
  void Object.assign(set.memories[0] ?? {}, changes);
const question = (changes: Fields) => (set: ReturnType<typeof good>) =>
  void Object.assign(set.questions[0] ?? {}, changes);

describe('a file of an evaluation set', () => {
  test('is taken with every field that there is', () => {
    expect(problemsOf(() => undefined)).toEqual([]);
  });

  test.each<[string, (set: ReturnType<typeof good>) => void, string]>([
    ['a blank licence', (set) => Object.assign(set, { licence: ' ' }), '/licence must be a text'],
    ['no questions', (set) => Object.assign(set, { questions: [] }), '/questions must be a list with at least one'],
    ['an unknown field', (set) => Object.assign(set, { agent: 'a' }), '/agent is not known: there are name, kind'],
    ['an id used twice', (set) => Object.assign(set.memories[1] ?? {}, { id: 'm1' }), '/memories/1/id "m1" is taken'],
    ['text and messages', memory({ messages: [{ role: 'user', content: 'x' }] }), '/memories/0 must have either'],
    ['neither text nor messages', memory({ text: undefined }), '/memories/0 must have either text or messages'],
    ['a blank text', memory({ text: '  ' }), '/memories/0/text must be a text'],
    ['an unknown role', memory({ text: undefined, messages: [{ role: 'bot', content: 'x' }] }), '/role must be'],
    ['a day that does not exist', memory({ occurred_at: '2025-02-30' }), '/memories/0/occurred_at must be a day'],
    ['a time without zone', memory({ occurred_at: '2025-02-03T10:00:00' }), '/memories/0/occurred_at must be a day'],
    ['metadata that is a list', memory({ metadata: [] }), '/memories/0/metadata must be an object'],
    ['an id that no memory has', question({ expects: ['m9'] }), '/questions/0/expects/0 "m9" is not the id'],
    ['an id expected twice', question({ expects: ['m1', 'm1'] }), '/questions/0/expects/1 names "m1" again'],
    ['a question that expects nothing', question({ expects: [] }), '/questions/0/expects must name a memory'],
    ['nothing-to-find that expects', question({ category: 'nothing-to-find' }), '/questions/0/expects must be empty'],
  ])('is rejected with %s, naming file and field', (_, change, message) => {
    const problems = problemsOf(change);
    expect(problems).toEqual([expect.stringMatching(/^kitchen\.json \//)]);
    expect(problems[0]).toContain(message);
  });

  test('is refused with all its problems at once', () => {
    const both = [memory({ text: '' }), question({ expects: ['m7'] })];
    expect(problemsOf((set) => both.forEach((change) => void change(set)))).toHaveLength(2);
  });

  test('is refused when it is not JSON', () => {
    expect(() => parseEvaluationSet('kitchen.json', '{')).toThrow(/^kitchen\.json is not JSON/);
  });
});

test('a day in a set is its noon in UTC', () => {
  expect(new Date(toTime('2025-03-01')).toISOString()).toBe('2025-03-01T12:00:00.000Z');
  expect(new Date(toTime('2025-03-01T08:30:00Z')).toISOString()).toBe('2025-03-01T08:30:00.000Z');
});
