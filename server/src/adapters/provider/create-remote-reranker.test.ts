import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteReranker } from '../../../test/providers/describe-remote-reranker.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeReranker } from '../../ports/reranker.contract.ts';
import { createCohereDialect } from './create-cohere-dialect.ts';
import { createRemoteReranker } from './create-remote-reranker.ts';
import type { RerankingDialect } from './provider-dialect.ts';

let cohere: StandIn;
beforeAll(async () => {
  cohere = await startCohereStandIn();
});
afterAll(() => cohere.close());

const toCohere = ({ url, key }: StandIn) => createCohereDialect({ apiKey: key, baseUrl: url });
const cohereModel = { model: 'rerank-v3.5' };

describeReranker('reranker of Cohere', async () => createRemoteReranker(toCohere(cohere), cohereModel));

describeRemoteReranker('reranker of Cohere', {
  start: startCohereStandIn,
  create: (standIn) => createRemoteReranker(toCohere(standIn), cohereModel),
});

const apiKey = process.env['COHERE_API_KEY'];
if (apiKey) {
  describeReranker('reranker of Cohere, the real service', async () =>
    createRemoteReranker(createCohereDialect({ apiKey, baseUrl: undefined }), cohereModel),
  );
}

/** A provider with low limits for texts. */
function createTestReranker(rerank: RerankingDialect['rerank']) {
  const dialect = {
    ...createCohereDialect({ apiKey: 'none', baseUrl: undefined }),
    provider: 'Test',
    maxQueryCharacters: 10,
    maxTextCharacters: 5,
    rerank,
  };
  return createRemoteReranker(dialect, { model: 'test' });
}

it('brings results into the order of the texts', async () => {
  const reranker = createTestReranker(async () => [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0 },
  ]);
  expect(await reranker.relevances('a', ['b', 'c'])).toEqual([0, 0.9]);
});

it.each([
  ['no list', { results: [] }],
  ['nothing', undefined],
  ['too few results', [{ index: 0, relevance_score: 0.5 }]],
  ['a text twice', [0, 0].map((index) => ({ index, relevance_score: 0.5 }))],
  ['a text that was not sent', [0, 2].map((index) => ({ index, relevance_score: 0.5 }))],
  ['an index that is none', [0, '1'].map((index) => ({ index, relevance_score: 0.5 }))],
  ['a relevance that is no number', [0, 1].map((index) => ({ index, relevance_score: Number.NaN }))],
  ['a relevance above 1', [0, 1].map((index) => ({ index, relevance_score: 1.5 }))],
  ['results that are none', [null, null]],
])('rejects a response with %s', async (_, results) => {
  const reranker = createTestReranker(async () => results);
  await expect(reranker.relevances('a', ['b', 'c'])).rejects.toThrow(/^Test responded with /);
});

it('sends the beginnings of texts that are too long, as well-formed text', async () => {
  const sent: unknown[] = [];
  const reranker = createTestReranker(async ({ query, texts }) => {
    sent.push(query, ...texts);
    return texts.map((_, index) => ({ index, relevance_score: 0.5 }));
  });
  await reranker.relevances('a query that goes on', ['short', 'too long', '    😀', ' \n ', 'a\0b']);
  expect(sent).toEqual(['a query th', 'short', 'too l', '    \ufffd', '.', 'a b']);
});
