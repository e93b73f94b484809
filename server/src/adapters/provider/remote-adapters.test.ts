import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteEmbedder } from '../../../test/providers/describe-remote-embedder.ts';
import { describeRemoteExtractor } from '../../../test/providers/describe-remote-extractor.ts';
import { describeRemoteReranker } from '../../../test/providers/describe-remote-reranker.ts';
import { startOpenAiStandIn } from '../../../test/providers/openai-stand-in.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { describeExtractor } from '../../ports/extractor.contract.ts';
import { describeReranker } from '../../ports/reranker.contract.ts';
import { createCohereDialect } from './create-cohere-dialect.ts';
import { createOpenAiDialect } from './create-openai-dialect.ts';
import { createRemoteEmbedder } from './create-remote-embedder.ts';
import { createRemoteExtractor } from './create-remote-extractor.ts';
import { createRemoteReranker } from './create-remote-reranker.ts';
import type { RerankingDialect } from './provider-dialect.ts';

let cohere: StandIn;
let openAi: StandIn;
beforeAll(async () => {
  cohere = await startCohereStandIn();
  openAi = await startOpenAiStandIn();
});
afterAll(() => Promise.all([cohere.close(), openAi.close()]));

const toCohere = ({ url, key }: StandIn) => createCohereDialect({ apiKey: key, baseUrl: url });
const toOpenAi = ({ url, key }: StandIn) => createOpenAiDialect({ apiKey: key, baseUrl: `${url}/v1` });
const ofCohere = {
  embedder: { model: 'embed-v4.0', dimensions: 1024 },
  extractor: { model: 'command-a-03-2025' },
  reranker: { model: 'rerank-v3.5' },
};
const openAiEmbedder = { model: 'text-embedding-3-small', dimensions: 512 };
const openAiExtractor = { model: 'gpt-5-mini' };

describeEmbedder('Cohere embedder', async () => createRemoteEmbedder(toCohere(cohere), ofCohere.embedder));
describeEmbedder('OpenAI embedder', async () => createRemoteEmbedder(toOpenAi(openAi), openAiEmbedder));
describeExtractor('extractor of cohere', async () => createRemoteExtractor(toCohere(cohere), ofCohere.extractor));
describeExtractor('extractor of openai', async () => createRemoteExtractor(toOpenAi(openAi), openAiExtractor));
describeReranker('reranker of Cohere', async () => createRemoteReranker(toCohere(cohere), ofCohere.reranker));

describeRemoteEmbedder('Cohere embedder', {
  start: startCohereStandIn,
  create: (standIn, limits) => createRemoteEmbedder(toCohere(standIn), { ...ofCohere.embedder, ...limits }),
  textsOf: ({ texts }) => texts,
  keyVariable: 'COHERE_API_KEY',
});
describeRemoteEmbedder('OpenAI embedder', {
  start: startOpenAiStandIn,
  create: (standIn, limits) => createRemoteEmbedder(toOpenAi(standIn), { ...openAiEmbedder, ...limits }),
  textsOf: ({ input }) => input,
  keyVariable: 'OPENAI_API_KEY',
});
describeRemoteExtractor('extractor of cohere', {
  start: startCohereStandIn,
  create: (standIn, limits) => createRemoteExtractor(toCohere(standIn), { ...ofCohere.extractor, limits }),
});
describeRemoteExtractor('extractor of openai', {
  start: startOpenAiStandIn,
  create: (standIn, limits) => createRemoteExtractor(toOpenAi(standIn), { ...openAiExtractor, limits }),
});
describeRemoteReranker('reranker of Cohere', {
  start: startCohereStandIn,
  create: (standIn) => createRemoteReranker(toCohere(standIn), ofCohere.reranker),
});

const apiKey = process.env['COHERE_API_KEY'];
// Without a key nothing is registered, because a test that does not run is an error in CI.
if (apiKey !== undefined) {
  describe('the real service of Cohere', () => {
    const dialect = () => createCohereDialect({ apiKey, baseUrl: undefined });
    describeEmbedder('embedder', async () => createRemoteEmbedder(dialect(), ofCohere.embedder));
    describeExtractor('extractor', async () => createRemoteExtractor(dialect(), ofCohere.extractor));
    describeReranker('reranker', async () => createRemoteReranker(dialect(), ofCohere.reranker));
  });
}

it('sends no size to a model of another maker, and accepts its vectors', async () => {
  const embedder = createRemoteEmbedder(toOpenAi(openAi), { model: 'nomic-embed-text', dimensions: 768 });
  expect(await embedder.embedQuery('acct', 'a query')).toHaveLength(768);
  expect(openAi.requests.at(-1)?.body).not.toHaveProperty('dimensions');
  await embedder.close();
});

/** A provider with low limits for texts. */
function createTestReranker(rerank: RerankingDialect['rerank']) {
  const none = createCohereDialect({ apiKey: 'none', baseUrl: undefined });
  const limits = { maxQueryCharacters: 10, maxTextCharacters: 5 };
  return createRemoteReranker({ ...none, provider: 'Test', ...limits, rerank }, { model: 'test' });
}

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

it('sends the beginnings of texts that are too long, as well-formed text, and brings results into their order', async () => {
  const sent: unknown[] = [];
  const reranker = createTestReranker(async ({ query, texts }) => {
    sent.push(query, ...texts);
    return texts.map((_, index) => ({ index, relevance_score: index / 10 })).reverse();
  });
  const texts = ['short', 'too long', '    😀', ' \n ', 'a\0b'];
  expect(await reranker.relevances('a query that goes on', texts)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(sent).toEqual(['a query th', 'short', 'too l', '    \ufffd', '.', 'a b']);
});
