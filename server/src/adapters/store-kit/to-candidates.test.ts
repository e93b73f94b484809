import { expect, it } from 'vitest';
import { type CandidateRow, toCandidates } from './to-candidates.ts';

const row: CandidateRow = {
  ...{
    id: 'mem_1',
    version: 3,
    words: 'boat sea boat',
    identifiers: '§kx4410b §a1',
    tagWords: 'travel sea',
    wordCount: 3,
    copyHash: 7,
  },
  ...{ characters: 20, ending: '?', occurredAt: 100, textChangedAt: null, speaker: 'Ana' },
  entities: '[{ "name": "Ana" }, { "name": "Lisbon" }]',
};
const found = { cosine: 0.5, message: { run: 0, position: 4 }, isContext: false };

it('counts the query words in the text, apart from those among the tags', () => {
  const candidate = toCandidates({ words: ['sea', 'boat', 'house'], identifiers: [], entities: [] })(row, found);
  expect(candidate).toMatchObject({ wordCounts: [1, 2, 0], tagged: [true, false, false], length: 3 });
});

it('lists which identifiers of the query the text holds', () => {
  const identifiers = ['§b2', '§kx4410b'];
  expect(toCandidates({ words: [], identifiers, entities: [] })(row, found).identified).toEqual([false, true]);
});

it('lists the query entities that the memory holds in any letter case, and reads none for a query without entities', () => {
  expect(toCandidates({ words: [], identifiers: [], entities: ['lisbon', 'porto'] })(row, found).entities).toEqual([
    'lisbon',
  ]);
  const unread = { ...row, entities: 'no JSON' };
  expect(toCandidates({ words: [], identifiers: [], entities: [] })(unread, found).entities).toEqual([]);
});

it('dates a statement to the last change of its text, or to when it happened if that was later', () => {
  const toCandidate = toCandidates({ words: [], identifiers: [], entities: [] });
  expect(toCandidate(row, found).statedAt).toBe(100);
  expect(toCandidate({ ...row, textChangedAt: 300 }, found).statedAt).toBe(300);
  expect(toCandidate({ ...row, textChangedAt: 50 }, found).statedAt).toBe(100);
});

it('sets a speaker for messages only', () => {
  const toCandidate = toCandidates({ words: [], identifiers: [], entities: [] });
  expect(toCandidate(row, found).message).toEqual({ run: 0, position: 4, speaker: 'Ana' });
  expect(toCandidate(row, { ...found, message: null }).message).toBeNull();
  expect(toCandidate({ ...row, speaker: null }, found).message).toBeNull();
});
