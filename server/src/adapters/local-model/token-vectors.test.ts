import { expect, it } from 'vitest';
import { createTokenizer } from './load-encoder.ts';
import { meaningfulTokens, readStopPieces, wordsAround } from './token-vectors.ts';

const { tokenise, pieceOf } = await createTokenizer();
const stopPieces = readStopPieces();
const wordsOf = (text: string) => {
  const tokens = tokenise(text);
  return wordsAround(tokens.map(pieceOf), meaningfulTokens(tokens, stopPieces));
};

it('leaves out stop words, marks and what frames a text', () => {
  expect(wordsOf('Where did Ana put the blue kettle, and why?')).toEqual(['ana', 'put', 'blue', 'kettle']);
});

it('keeps the words of a text that has no others', () => {
  expect(wordsOf('who is it?')).toEqual(['who', 'is', 'it', '?']);
  expect(wordsOf('')).toEqual([]);
});

it('gives each piece of a word the whole word', () => {
  const words = wordsOf('Kubernetes');
  expect(words.length).toBeGreaterThan(1);
  expect(new Set(words)).toEqual(new Set(['kubernetes']));
});
