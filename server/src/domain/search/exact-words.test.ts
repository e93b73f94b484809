import { expect, it } from 'vitest';
import { runToEnd } from '../../../test/make-memory.ts';
import type { Candidate } from '../../ports/candidate-index.ts';
import { identifiersOf } from '../text/identifiers.ts';
import { toWords } from '../text/words.ts';
import { ExactWords, toExactQuery } from './exact-words.ts';

/** Returns how exactly each of the texts holds what the query asks for, in a scope with many other memories. */
function exactOf(query: string, texts: readonly string[]): number[] {
  const words = [...new Set(toWords(query))];
  const exact = toExactQuery(query, words);
  const candidates = texts.map((text) => {
    const [ownWords, identifiers] = [toWords(text), runToEnd(identifiersOf(text)).result];
    return {
      wordCounts: words.map((word) => ownWords.filter((own) => own === word).length),
      identified: exact.identifiers.map((identifier) => identifiers.includes(identifier)),
    } as Candidate;
  });
  const count = (isHeld: (candidate: Candidate) => boolean | undefined) => candidates.filter(isHeld).length;
  const found = {
    ...{ candidates, scopeSize: 100, averageLength: 10 },
    documentFrequencies: words.map((_, at) => count(({ wordCounts }) => (wordCounts[at] ?? 0) > 0)),
    identifierFrequencies: exact.identifiers.map((_, at) => count(({ identified }) => identified[at])),
  };
  const exactWords = new ExactWords(found, words, exact);
  return candidates.map((candidate) => exactWords.in(candidate));
}

const long = ' and so on'.repeat(100);

it.each([
  ['KX-4410-B', 'The part kx4410b is late'],
  ['kx 4410 b', 'The part KX-4410-B is late'],
  ['#4410', 'Ticket 4410 is closed'],
  ['version 2.1.0', 'We shipped v2.1.0 on Friday'],
  ['9f8e7d6c5', 'Reverted in 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432'],
  ['src/server/index.ts', 'The bug is in /repo/src/server/index.ts:42'],
  ['a.brandvold@', 'Write to a.brandvold@fjord.no'],
  ['creditnote', 'The table is called credit_note'],
  ['grumbleweed', 'The password of the old router is Grumbleweed'],
  ['zoë_blåbær', 'Zoe_Blabaer signs the invoices'],
])('%j is held by %j, however long that is', (query, text) => {
  const [held, other] = exactOf(query, [text + long, `Something else${long}`]);
  expect(held).toBeGreaterThan(0.9);
  expect(other).toBe(0);
});

it('counts an identifier within a question, and no other of its words', () => {
  const [held, words] = exactOf('What did they say about KX-4410-B?', ['KX-4410-B is late', 'They say a lot']);
  expect(held).toBeGreaterThan(0.9);
  expect(words).toBe(0);
});

it('distinguishes identifiers of the same parts in another order', () => {
  const [held, twin] = exactOf('KX-4410-B', ['part KX-4410-B', 'part B-4410-KX']);
  expect(held).toBeGreaterThan(0.9);
  expect(twin).toBe(0);
});

it('counts little of an identifier that holds only a part of it', () => {
  const [held, twin] = exactOf('src/server/index.ts', ['in src/server/index.ts', 'in src/client/index.ts']);
  expect(twin).toBeLessThan((held ?? 0) / 3);
});

it.each([
  ['plain words of a question', 'Who is afraid of the grumbleweed?', ['A grumbleweed']],
  ['years and small numbers', 'What happened on 5 May 2023?', ['On 5 May 2023 it rained']],
  ['what many memories hold', 'KX-4410-B', Array<string>(60).fill('KX-4410-B')],
])('counts no %s', (_, query, texts) => expect(exactOf(query, texts)[0]).toBe(0));
