import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locomoTable } from '../../../bench/src/locomo/locomo-table.ts';
import { measureLocomo } from '../../../bench/src/locomo/measure-locomo.ts';
import { readConversations } from '../../../bench/src/locomo/read-conversations.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';

/** Two sessions in the form of the official file, with invented messages. */
const entry = {
  conversation: {
    ...{ speaker_a: 'Mira', speaker_b: 'Tom', session_1_date_time: '1:56 pm on 8 May, 2023' },
    session_1: [
      { speaker: 'Mira', dia_id: 'D1:1', text: 'I bought a cello yesterday.' },
      { speaker: 'Tom', dia_id: 'D1:2', text: ' ' },
    ],
    session_2: [{ speaker: 'Tom', dia_id: 'D2:1', text: 'My lentils need twenty minutes.' }],
  },
  qa: [
    { question: 'Which instrument did Mira buy?', answer: 'a cello', evidence: ['D1:1; D2:1'], category: 1 },
    { question: 'How long do the lentils take?', answer: '20 minutes', evidence: ['D2:1'], category: 4 },
    { question: 'Who is silent?', answer: 'Tom', evidence: ['D1:2'], category: 4 },
    { question: 'Who is missing?', category: 5 },
  ],
};

test('the questions of a file are asked, and their evidence is found', { timeout: 60_000 }, async () => {
  const file = join(temporaryDirectory(), 'locomo.json');
  writeFileSync(file, JSON.stringify([entry]));
  const conversations = readConversations(file);
  const [{ sessions = [], questions = [] } = {}] = conversations;
  expect(sessions.map(({ occurredAt, messages }) => [occurredAt, messages.length])).toEqual([
    ['2023-05-08T13:56:00.000Z', 1],
    [undefined, 1],
  ]);
  expect(questions.map(({ category, evidence }) => [category, evidence])).toEqual([
    ['multi-hop', ['D1:1', 'D2:1']],
    ['single-hop', ['D2:1']],
  ]);
  const results = await measureLocomo(conversations, {
    dataDirectory: temporaryDirectory(),
    runtime: 'native',
    progress() {},
  });
  expect(results.map(({ found }) => found[0])).toEqual(['D1:1', 'D2:1']);
});

test('the table has the share of the evidence among the first results', () => {
  const of = (found: string[]) => ({ category: 'multi-hop', evidence: ['a', 'b'], found });
  const table = locomoTable([of(['a', 'b']), of(['x', 'x', 'x', 'x', 'x', 'a']), of([])]);
  expect(table.split('\n').at(-1)?.trim().split(/ +/)).toEqual(['all', '3', '33.3', '50.0', '66.7', '38.9']);
});
