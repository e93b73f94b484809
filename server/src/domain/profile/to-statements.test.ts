import { expect, it } from 'vitest';
import { makeMemory, runToEnd } from '../../../test/make-memory.ts';
import type { Memory } from '../../ports/memory.ts';
import { toText } from '../text/joined-text.ts';
import { splitSentences, toOneLine, toStatements } from './to-statements.ts';

const statements = (text: string, changes: Partial<Memory> = {}) =>
  runToEnd(toStatements(makeMemory(text, changes))).result;
const texts = (text: string, changes: Partial<Memory> = {}) => statements(text, changes).map((one) => one.text);
const statement = (messages: NonNullable<Memory['messages']>, changes: Partial<Memory> = {}) =>
  texts(toText(messages), { messages, ...changes });

it('in a note, every sentence is a statement, but no question, greeting or heading', () => {
  const note = '# Harbour\nHi team! The crane is broken. Who repairs it?\nAda prefers mornings.\n\nThanks!';
  expect(statements(note).map(({ text, kind }) => [text, kind])).toEqual([
    ['Harbour: The crane is broken.', 'fact'],
    ['Harbour: Ada prefers mornings.', 'preference'],
  ]);
});

it('in a note, the items of a list have its first line as their heading, and no numbers', () => {
  const list = 'Build rules (mnema):\n1) Use pnpm\n2) Never commit dist\na. Not even once\n\nThe crane is red.';
  expect(texts(list)).toEqual([
    'Build rules (mnema): Use pnpm',
    'Build rules (mnema): Never commit dist',
    'Build rules (mnema): Not even once',
    'The crane is red.',
  ]);
});

it('in a note, lines that were broken to fit a width are one sentence', () => {
  expect(texts('We moved the launch\nto the first\nof March.\nIt holds.')).toEqual([
    'We moved the launch to the first of March.',
    'It holds.',
  ]);
});

it('in a note, a memory marked as a preference is one, whatever its words', () => {
  const marked = statements('Bullets in summaries, five at most', { metadata: { memory_type: 'user_preference' } });
  expect(marked.map(({ kind }) => kind)).toEqual(['preference']);
  expect(statements('Bullets in summaries, five at most').map(({ kind }) => kind)).toEqual(['fact']);
});

it('in a note, a label without a run is no speaker', () => {
  expect(texts('Deployment: the tag decides')).toEqual(['Deployment: the tag decides']);
});

it('in a note, a text has at most 300 units and a document at most 30 statements', () => {
  const document = Array.from({ length: 200 }, (_, n) => `Line ${n} ${'says much '.repeat(40)}.`).join('\n');
  const found = texts(document);
  expect(found).toHaveLength(30);
  expect(found.every(({ length }) => length <= 300)).toBe(true);
});

it.each([
  ['long text', 'The crane lifts forty tons of steel every day. '.repeat(2_000)],
  ['a single word', 'x'.repeat(100_000)],
  ['blank lines', '\n'.repeat(100_000)],
  ['a conversation with nobody', `tool: ${'\n'.repeat(99_000)}`],
  ['short sentences', 'No. '.repeat(5_000)],
])('in a note, %s is read with pauses', (_what, text) => {
  const { pauses } = runToEnd(toStatements(makeMemory(text)));
  expect(pauses).toBeGreaterThanOrEqual(text.includes('crane') ? 0 : 8);
});

const conversation: NonNullable<Memory['messages']> = [
  { role: 'system', content: 'I prefer to be a helpful assistant.' },
  { role: 'user', name: 'Ada', content: 'Hi! I prefer tabs. The build is red again.' },
  { role: 'assistant', content: 'I like tabs, too. We use Biome.' },
  { role: 'tool', content: 'we use 4 threads' },
  { role: 'user', content: 'My sister is a nurse. Do we use pnpm?' },
  { role: 'assistant', name: 'Forge', content: 'I work for Ada.' },
];

it('in a conversation, only what people and named assistants state about themselves counts, with its speaker', () => {
  const statements = ['Ada: I prefer tabs.', 'user: My sister is a nurse.', 'Forge: I work for Ada.'];
  expect(statement(conversation)).toEqual(statements);
});

it('in a conversation, lines with speakers count like messages in a run, and lines with roles everywhere', () => {
  const text = 'Ada: I prefer tabs.\nThe build is red.\nBo: Nice!\nBo: We use pnpm.';
  expect(texts(text, { runId: 'r' })).toEqual(['Ada: I prefer tabs.', 'Bo: We use pnpm.']);
  expect(texts('user: I prefer tabs.\nassistant: We use Biome.')).toEqual(['user: I prefer tabs.']);
});

it('in a conversation, a memory marked as a preference counts whatever its words, except those of assistants', () => {
  const messages: NonNullable<Memory['messages']> = [
    { role: 'user', name: 'Maren', content: 'When you sum up a pull request for me, use bullets.' },
    { role: 'assistant', name: 'Forge', content: 'Bullets it is from today on.' },
  ];
  expect(statement(messages)).toEqual([]);
  expect(statement(messages, { metadata: { memory_type: 'user_preference' } })).toEqual([
    'Maren: When you sum up a pull request for me, use bullets.',
  ]);
});

it('makes one visible line, cut between words if possible and never inside a character, which marks the cut', () => {
  expect(toOneLine('a b', 10)).toBe('a b');
  expect(toOneLine(' a\r\n\tb\u0000\u2028c ', 10)).toBe('a b c');
  expect(toOneLine('a\u202eb\u{e0041}\u200bc 👩\u200d👧', 20)).toBe('abc 👩\u200d👧');
  expect(toOneLine('the harbour freezes', 12)).toBe('the harbour…');
  expect(toOneLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(toOneLine('🙂'.repeat(50), 10)).toBe('🙂🙂🙂🙂…');
  expect(toOneLine(`${' '.repeat(100)}after`, 10).length).toBeLessThanOrEqual(10);
});

it.each([
  ['One fact. Another one! A third', ['One fact.', 'Another one!', 'A third']],
  ['Dr. Weber called. He is late.', ['Dr. Weber called.', 'He is late.']],
  ['Use a linter, e.g. Biome. Run it.', ['Use a linter, e.g. Biome.', 'Run it.']],
  ['Node 24.1.0 is out', ['Node 24.1.0 is out']],
  ['Edit server/src/main.ts. Then restart.', ['Edit server/src/main.ts.', 'Then restart.']],
  ['会議は九時です。場所は東京です。', ['会議は九時です。', '場所は東京です。']],
  ['Am 3. Mai ist frei.', ['Am 3. Mai ist frei.']],
  ['   ', []],
])('%s', (line, sentences) => expect(splitSentences(line)).toEqual(sentences));
