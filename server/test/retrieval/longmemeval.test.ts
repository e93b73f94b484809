import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatLongMemEval } from '../../../bench/src/longmemeval/format-longmemeval.ts';
import { toHaystack } from '../../../bench/src/longmemeval/haystack-documents.ts';
import { parseHaystackQuestion } from '../../../bench/src/longmemeval/haystack-question.ts';
import { evaluateAt, toLongMemEvalFigures } from '../../../bench/src/longmemeval/longmemeval-figures.ts';
import { measureLongMemEval } from '../../../bench/src/longmemeval/measure-longmemeval.ts';
import { readJsonArray } from '../../../bench/src/longmemeval/read-json-array.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';

/** Three sessions in the form of the official file; the first and the last hold evidence. */
const entry = {
  question_id: 'q1',
  question_type: 'multi-session',
  question: 'Which instruments does my daughter play?',
  question_date: '2023/06/01 (Thu) 10:00',
  answer: 'the cello and the drums',
  answer_session_ids: ['answer_1', 'answer_2'],
  haystack_session_ids: ['answer_1', 'other', 'answer_2'],
  haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 14:00', '2023/05/25 (Thu) 09:30'],
  haystack_sessions: [
    [
      { role: 'user', content: 'My daughter has started to play the cello.', has_answer: true },
      { role: 'assistant', content: 'A fine instrument. How old is she?', has_answer: false },
      { role: 'user', content: 'She is nine. What should we pack for the mountains?', has_answer: false },
    ],
    [
      { role: 'user', content: 'How long do lentils have to boil?' },
      { role: 'assistant', content: 'About twenty minutes; red ones need ten.' },
      { role: 'user', content: '   ' },
    ],
    [
      { role: 'user', content: 'Now my daughter plays the drums as well.', has_answer: true },
      { role: 'assistant', content: 'Then the neighbours will hear of her.', has_answer: false },
    ],
  ],
};

function writeFile(content: string): string {
  const file = join(temporaryDirectory(), 'data.json');
  writeFileSync(file, content);
  return file;
}

async function readAll(content: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const entry of readJsonArray(writeFile(content))) entries.push(entry);
  return entries;
}

describe('the file of LongMemEval', () => {
  test('is read object by object, whatever brackets and quotes its strings hold', async () => {
    const entries = [{ text: 'a ] } \\" [ {"' }, { nested: [{ deep: ['}'] }] }, {}];
    expect(await readAll(` ${JSON.stringify(entries, null, 1)}\n`)).toEqual(entries);
    expect(await readAll('[]')).toEqual([]);
    // The file is read in parts of a megabyte, which end within objects and within characters.
    const long = [{ text: 'é"'.repeat(500_000) }, { text: 'ü'.repeat(400_000) }];
    expect(await readAll(`[ ${JSON.stringify(long[0])},${JSON.stringify(long[1])}]`)).toEqual(long);
  });

  test.each([
    ['{"question_id": "q1"}', /must be a JSON array of objects/],
    ['["q1"]', /must be a JSON array of objects/],
    ['[{}] []', /must be a JSON array of objects/],
    ['[{}, {"a": 1', /ends within \/1/],
    ['[{}', /ends within its array/],
    ['[{}, {"a": nothing}]', /\/1 is not JSON/],
  ])('that is %s is rejected with the position of the fault', async (content, message) => {
    await expect(readAll(content)).rejects.toThrow(message);
  });

  test.each([
    [{ question_id: '' }, '/question_id must be a text'],
    [{ answer_session_ids: ['gone'] }, '/answer_session_ids/0 "gone" is not in haystack_session_ids'],
    [{ haystack_session_ids: ['answer_1', 'answer_2'] }, '/haystack_dates must have 2 entries'],
    [{ haystack_dates: ['20 May', ...entry.haystack_dates.slice(1)] }, '/haystack_dates/0 must be a date like'],
    [{ haystack_sessions: {} }, '/haystack_sessions must be a list'],
    [{ haystack_sessions: [[{ role: 'bot', content: 1 }], [], []] }, '/haystack_sessions/0/0/role must be one of'],
  ])('with %o is rejected with the name of the field', (change, message) => {
    expect(() => parseHaystackQuestion('data.json /4', { ...entry, ...change })).toThrow(`data.json /4${message}`);
  });
});

describe('a haystack', () => {
  const question = parseHaystackQuestion('', entry);

  test('is a memory for each turn, dated by its session; in the official layout of the user, evidence apart', () => {
    const [own, official] = [false, true].map((isOfficial) => toHaystack(question, { by: 'turn', isOfficial }));
    const labels = [own, official].map((haystack) => haystack?.documents.map(({ sessionLabel }) => sessionLabel));
    expect(labels).toEqual([
      ['answer_1', 'answer_1', 'answer_1', 'other', 'other', 'answer_2', 'answer_2'],
      ['answer_1', 'answer_1, no evidence', 'other', 'answer_2'],
    ]);
    for (const one of [own, official]) expect(one?.evidenceSessions).toEqual(['answer_1', 'answer_2']);
    expect(own?.documents[0]?.occurredAt).toBe('2023-05-20T02:21:00.000Z');
    expect(own?.evidenceMessages).toEqual([0, 5].map((at) => own?.documents[at]?.messageLabel));
  });

  test('is a memory for each session, or more where one is too long, with the label of the session', () => {
    const { documents } = toHaystack(question, { by: 'session', isOfficial: false });
    expect(documents.map(({ messages }) => messages.length)).toEqual([3, 2, 2]);
    const [first] = question.sessions;
    const long = { role: 'user', content: 'word '.repeat(30_000), hasEvidence: false };
    const sessions = [{ ...(first as NonNullable<typeof first>), messages: [long] }];
    const pieces = toHaystack({ ...question, sessions }, { by: 'session', isOfficial: false }).documents;
    expect(pieces.map(({ messages }) => messages.map(({ content }) => content.length))).toEqual([
      [40_000, 40_000],
      [40_000, 30_000],
    ]);
    expect(new Set(pieces.map(({ sessionLabel }) => sessionLabel))).toEqual(new Set(['answer_1']));
  });
});

describe('the figures of LongMemEval', () => {
  const ranking = { ranked: ['a', 'b', 'c', 'd', 'e', 'f'], correct: ['c', 'f'], relevantCount: 2 };

  test('count any and all of the evidence, and weigh the first two results alike against all evidence first', () => {
    expect(evaluateAt(ranking, 1)).toEqual({ recallAny: 0, recallAll: 0, ndcg: 0 });
    expect(evaluateAt(ranking, 5)).toMatchObject({ recallAny: 1, recallAll: 0 });
    const { ndcg, ...recall } = evaluateAt(ranking, 10);
    expect(recall).toEqual({ recallAny: 1, recallAll: 1 });
    expect(ndcg).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(6)) / 2, 12);
    expect(evaluateAt({ ...ranking, ranked: ['f', 'c'] }, 10).ndcg).toBe(1);
    expect(evaluateAt({ ...ranking, ranked: ['c'] }, 10).ndcg).toBe(0.5);
  });

  test('look at results until there are so many sessions, when turns of one session follow each other', () => {
    const sessions = { ranked: ['a', 'a', 'b', 'b', 'c'], correct: ['b'], relevantCount: 3 };
    expect([1, 2].map((at) => evaluateAt(sessions, at).recallAny)).toEqual([0, 1]);
    // The first three results are seen: evidence is third; three could have been first.
    expect(evaluateAt(sessions, 2).ndcg).toBeCloseTo(1 / Math.log2(3) / (2 + 1 / Math.log2(3)), 12);
  });

  test('are means by type and over all, of the questions that have evidence at that level', () => {
    const hit = { ranked: ['x'], correct: ['x'], relevantCount: 1 };
    const miss = { ranked: ['y'], correct: ['x'], relevantCount: 1 };
    const none = { ranked: ['x'], correct: [], relevantCount: 0 };
    const groups = toLongMemEvalFigures([
      { id: '1', type: 'one', sessions: hit, messages: none },
      { id: '2', type: 'one', sessions: miss, messages: hit },
      { id: '3', type: 'two', sessions: hit, messages: hit },
    ]);
    expect(groups.map(({ group, sessions }) => [group, sessions.questions, sessions.recallAny[0]])).toEqual([
      ['one', 2, 0.5],
      ['two', 1, 1],
      ['all', 3, 2 / 3],
    ]);
    expect(groups.map(({ messages }) => messages?.questions)).toEqual([1, 1, 2]);
  });
});

test('a file in the official form is written to a server, asked and reported, without its abstention', async () => {
  const single = {
    ...entry,
    question_id: 'q2',
    question_type: 'single-session-assistant',
    question: 'How long do red lentils have to boil?',
    answer_session_ids: ['other'],
    haystack_sessions: entry.haystack_sessions.map((session, at) =>
      session.map((message, index) => ({ ...message, has_answer: at === 1 && index === 1 })),
    ),
  };
  const abstention = { ...entry, question_id: 'q3_abs' };
  const data = writeFile(JSON.stringify([entry, single, abstention]));
  const options = { data, layout: { by: 'turn', isOfficial: false }, limit: 10, withAbstention: false } as const;
  const results = await measureLongMemEval({
    ...options,
    dataDirectory: join(data, '..'),
    runtime: 'native',
    progress: () => {},
  });
  expect(results.map(({ id, sessions }) => [id, sessions.ranked[0]])).toEqual([
    ['q1', expect.stringMatching(/^answer_[12]$/)],
    ['q2', 'other'],
  ]);
  expect(results[1]?.messages?.ranked).toContain('1/1 of other');
  const report = formatLongMemEval(toLongMemEvalFigures(results));
  expect(report).toMatch(/^by session +questions +any@1 +any@5 +any@10 +all@1 +all@5 +all@10 +NDCG@10$/m);
  expect(report).toMatch(/^multi-session +1 +100\.0 +100\.0 +100\.0 +0\.0 +100\.0 +100\.0 +\d/m);
  expect(report).toMatch(/^all +2 +100\.0 .*\n\nby turn/m);
});
