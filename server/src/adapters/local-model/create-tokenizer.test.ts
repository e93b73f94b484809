import { expect, it } from 'vitest';
import { createTokenizer } from './load-encoder.ts';
import { meaningfulTokens, readStopPieces, wordsAround } from './token-vectors.ts';

const { tokenise, pieceOf } = await createTokenizer();
const [cls, sep, unknown] = [101, 102, 100];

it('frames a text as the model was trained on, cut to 512 tokens with the closing one', () => {
  expect(tokenise('Hello, world!')).toEqual([cls, 7592, 1010, 2088, 999, sep]);
  expect(tokenise(' \n ')).toEqual([cls, sep]);
  const tokens = tokenise('peanut '.repeat(3_000));
  expect([tokens.length, tokens[0], tokens.at(-1)]).toEqual([512, cls, sep]);
});

it('reads on when the first characters make too few tokens', () => {
  const tokens = tokenise(`${'x'.repeat(2_990)} and then the ordinary part of the text begins`);
  expect(tokens.slice(0, 4)).toEqual([cls, unknown, ...tokenise('and then').slice(1, 3)]);
});

const stopPieces = readStopPieces();
const wordsOf = (text: string) => {
  const tokens = tokenise(text);
  return wordsAround(tokens.map(pieceOf), meaningfulTokens(tokens, stopPieces));
};

it('leaves out stop words and marks unless a text has no others, and gives each piece of a word the whole word', () => {
  expect(wordsOf('Where did Ana put the blue kettle, and why?')).toEqual(['ana', 'put', 'blue', 'kettle']);
  expect(wordsOf('who is it?')).toEqual(['who', 'is', 'it', '?']);
  expect(wordsOf('')).toEqual([]);
  const words = wordsOf('Kubernetes');
  expect(words.length).toBeGreaterThan(1);
  expect(new Set(words)).toEqual(new Set(['kubernetes']));
});
