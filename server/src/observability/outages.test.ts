import { beforeEach, expect, it } from 'vitest';
import { createOutages, type Outages } from './outages.ts';

let now: number;
let outages: Outages;
beforeEach(() => {
  now = 1_000_000;
  outages = createOutages({ now: () => now });
});

it('names each provider from its failure until it responds', () => {
  outages.failed('embedder', 'no answer');
  outages.failed('language model', 'HTTP 503');
  now += 10_000;
  outages.responded('embedder');
  expect(outages.reasons()).toEqual(['the language model is not available: HTTP 503']);
  outages.responded('language model');
  expect(outages.reasons()).toEqual([]);
});

it('ignores cached responses between failures, and ends five seconds after the last failure', () => {
  for (let failures = 0; failures < 3; failures++) {
    outages.failed('embedder', 'no answer');
    now += 4_000;
    outages.responded('embedder');
    expect(outages.reasons()).toEqual(['the embedder is not available: no answer']);
  }
  now += 5_000;
  expect(outages.reasons()).toEqual([]);
});

it('forgets an outage after a quarter of an hour without calls', () => {
  outages.failed('reranker', 'no answer');
  now += 14 * 60_000;
  expect(outages.reasons()).toHaveLength(1);
  now += 60_000;
  expect(outages.reasons()).toEqual([]);
});
