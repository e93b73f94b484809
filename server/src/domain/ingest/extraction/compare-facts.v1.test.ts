import { expect, it } from 'vitest';
import { makeMemory } from '../../../../test/make-memory.ts';
import { toCompareFactsTask, toDecisions } from './compare-facts.v1.ts';
import { toExtractFactsTask } from './extract-facts.v1.ts';

const long = `Ada likes tea. ${'It has to be green and hot. '.repeat(60)}`;
const fact = 'Ada likes coffee.';
const facts = [fact];
const update = (memory: number, text: string) => ({ decisions: [{ fact: 1, action: 'update', memory, text }] });

it('shows no more than 1,000 characters of a memory, cut between words', () => {
  const { memories } = JSON.parse(
    toCompareFactsTask({ facts, known: [long, 'Ada lives in Bern.'].map((text) => makeMemory(text)) }).material,
  );
  const [first, second] = memories.map(({ text }: { text: string }) => text);
  expect(first.length).toBeLessThanOrEqual(1_000);
  expect(first.length).toBeGreaterThan(900);
  expect(long.startsWith(first)).toBe(true);
  expect(long.slice(first.length - 1, first.length + 1)).toMatch(/[ .]/);
  expect(second).toBe('Ada lives in Bern.');
});

it('adds a fact instead of rewriting a memory that was shown in part: the rest of it would be lost', () => {
  const [first, second] = [makeMemory(long), makeMemory('Ada likes tea.')];
  const comparison = { facts, known: [first, second] };
  const text = 'Ada likes coffee and tea.';
  expect(toDecisions(update(1, text), comparison)).toEqual([{ fact, action: 'add' }]);
  expect(toDecisions(update(2, text), comparison)).toEqual([{ fact, action: 'update', known: second, text }]);
  const duplicate = { decisions: [{ fact: 1, action: 'duplicate', memory: 1, text: '' }] };
  expect(toDecisions(duplicate, comparison)).toEqual([{ fact, action: 'duplicate', known: first }]);
});

it.each(['', 'x'.repeat(1_001)])('adds a fact when the new sentence is none', (text) => {
  const comparison = { facts, known: [makeMemory('Ada likes tea.')] };
  expect(toDecisions(update(1, text), comparison)).toEqual([{ fact, action: 'add' }]);
});

it('states the form of a response without limits, and always in the same bytes', () => {
  const ofObject = (properties: object) => {
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  };
  const [text, integer] = [{ type: 'string' }, { type: 'integer' }];
  const action = { type: 'string', enum: ['add', 'update', 'duplicate'] };
  const decision = ofObject({ fact: integer, action, memory: integer, text });
  const schemas = [toExtractFactsTask('', 0), toCompareFactsTask({ facts: [], known: [] })].map(({ schema }) => schema);
  expect(schemas.map((schema) => JSON.stringify(schema))).toEqual([
    JSON.stringify(ofObject({ facts: { type: 'array', items: text } })),
    JSON.stringify(ofObject({ decisions: { type: 'array', items: decision } })),
  ]);
});
