import { expect, it } from 'vitest';
import { makeCandidate, makeFound } from '../../../test/make-candidate.ts';
import { runToEnd } from '../../../test/make-memory.ts';
import type { Candidate } from '../../ports/candidate-index.ts';
import { compareTokens, type QueryTokens } from './late-interaction.ts';
import { rank, toRankedMemory } from './rank.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

const tokens: QueryTokens = {
  ...{ embedderId: 'e', tokens: new Int8Array(2 * 128), space: { dimensions: 128, scale: 1 / 320 } },
  ...{ words: ['boats', 'red'], cosineBand: { low: 0, high: 1 } },
};
const words = ['boat', 'red'];

const candidate = (id: string, changes: Partial<Candidate> = {}) =>
  makeCandidate(id, { wordCounts: [1, 0], tagged: [false, false], copyHash: null, cosine: 0.6, ...changes });

const message = (position: number, changes: Partial<Candidate> = {}) =>
  candidate(`turn${position}`, { message: { run: 1, position, speaker: '' }, ...changes });

/** Ranks candidates with the cosines of their tokens by id. */
function rankWith(candidates: Candidate[], cosines: Record<string, [number, number]>, frequencies = [5, 5]) {
  const found = makeFound(candidates, { documentFrequencies: frequencies });
  const terms = { words, exact: { identifiers: [], units: [], isBare: false }, entities: new Map() };
  const { result: ranked } = runToEnd(rank(found, { low: 0.36, high: 0.8 }, terms));
  const compared = compareTokens(ranked, found, words, tokens);
  if (!compared) throw new Error('nothing to compare');
  const closest = compared.request.ids.map((id) => (cosines[id] ? Float32Array.from(cosines[id]) : null));
  return { query: compared.request, ranked, better: compared.order(closest).map(toRankedMemory) };
}
const rawOf = (better: ReturnType<typeof rankWith>['better'], id: string) =>
  (better.find((one) => one.candidate.id === id)?.signals.late_interaction?.raw as number) +
  weights.usualLateInteraction;

it('puts the memory first whose tokens fit those of the query, among equals', () => {
  const { better } = rankWith([candidate('a'), candidate('b')], { a: [0.9, 0.9], b: [0.5, 0.5] });
  expect(better.map(({ candidate }) => candidate.id)).toEqual(['a', 'b']);
  const [first, second] = better;
  expect(first?.score).toBeGreaterThan(second?.score as number);
  expect((first?.sum as number) - (second?.sum as number)).toBeCloseTo(0.4 * weights.lateInteraction);
});

it('gives the tokens of rare words more weight, whatever their inflection', () => {
  const cosines: Record<string, [number, number]> = { a: [1, 0], b: [0, 1] };
  const { better } = rankWith([candidate('a'), candidate('b')], cosines, [1, 60]);
  expect(rawOf(better, 'a')).toBeGreaterThan(0.8);
  expect(rawOf(better, 'a') + rawOf(better, 'b')).toBeCloseTo(1);
});

it('counts the tokens of the two messages on either side, also of context, for a little less', () => {
  const context = { isContext: true, cosine: null };
  const run = [message(0, context), message(1), message(2), message(3), message(5)];
  const cosines: Record<string, [number, number]> = { turn0: [1, 0], turn3: [0, 0.5] };
  for (const name of ['turn1', 'turn2', 'turn5']) cosines[name] = [0, 0];
  const { better, query } = rankWith(run, cosines);
  expect([...query.ids].sort()).toEqual(['turn0', 'turn1', 'turn2', 'turn3', 'turn5']);
  const [near, far] = weights.neighbourTokens;
  expect(rawOf(better, 'turn1')).toBeCloseTo((near + far * 0.5) / 2);
  expect(rawOf(better, 'turn2')).toBeCloseTo((far + near * 0.5) / 2);
  expect(rawOf(better, 'turn3')).toBeCloseTo(0.25);
  expect(rawOf(better, 'turn5')).toBeCloseTo((far * 0.5) / 2);
});

it('puts a memory without token vectors among the others by its vector', () => {
  const all = ['far', 'new', 'near'].map((id, at) => candidate(id, { cosine: 0.5 + at / 10 }));
  const { better } = rankWith(all, { far: [0.3, 0.3], near: [0.7, 0.7] });
  expect(better.map(({ candidate }) => candidate.id)).toEqual(['near', 'new', 'far']);
  expect(rawOf(better, 'new')).toBeGreaterThan(rawOf(better, 'far'));
  expect(rawOf(better, 'new')).toBeLessThan(rawOf(better, 'near'));
});

it('asks for the tokens of the best memories only, and leaves the others behind them', () => {
  const many = Array.from({ length: 100 }, (_, at) => candidate(`m${at}`, { cosine: 0.8 - at / 500 }));
  const { better, query } = rankWith(many, Object.fromEntries(many.map(({ id }) => [id, [0.4, 0.4]])));
  expect(query.ids).toHaveLength(60);
  expect(better.slice(60).map(({ candidate }) => candidate.id)).toEqual(many.slice(60).map(({ id }) => id));
});

it('asks nothing for a query without tokens', () => {
  expect(compareTokens([], makeFound([]), words, tokens)).toBeNull();
});
