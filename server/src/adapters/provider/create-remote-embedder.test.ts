import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteEmbedder } from '../../../test/providers/describe-remote-embedder.ts';
import { startOpenAiStandIn } from '../../../test/providers/openai-stand-in.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { createCohereDialect } from './create-cohere-dialect.ts';
import { createOpenAiDialect } from './create-openai-dialect.ts';
import { createRemoteEmbedder } from './create-remote-embedder.ts';

let cohere: StandIn;
let openAi: StandIn;
beforeAll(async () => {
  cohere = await startCohereStandIn();
  openAi = await startOpenAiStandIn();
});
afterAll(() => Promise.all([cohere.close(), openAi.close()]));

const toCohere = ({ url, key }: StandIn) => createCohereDialect({ apiKey: key, baseUrl: url });
const toOpenAi = ({ url, key }: StandIn) => createOpenAiDialect({ apiKey: key, baseUrl: `${url}/v1` });
const cohereModel = { model: 'embed-v4.0', dimensions: 1024 };
const openAiModel = { model: 'text-embedding-3-small', dimensions: 512 };

describeEmbedder('Cohere embedder', async () => createRemoteEmbedder(toCohere(cohere), cohereModel));
describeEmbedder('OpenAI embedder', async () => createRemoteEmbedder(toOpenAi(openAi), openAiModel));

describeRemoteEmbedder('Cohere embedder', {
  start: startCohereStandIn,
  create: (standIn, limits) => createRemoteEmbedder(toCohere(standIn), { ...cohereModel, ...limits }),
  textsOf: ({ texts }) => texts,
  keyVariable: 'COHERE_API_KEY',
});
describeRemoteEmbedder('OpenAI embedder', {
  start: startOpenAiStandIn,
  create: (standIn, limits) => createRemoteEmbedder(toOpenAi(standIn), { ...openAiModel, ...limits }),
  textsOf: ({ input }) => input,
  keyVariable: 'OPENAI_API_KEY',
});

it('sends no size to a model of another maker, and accepts its vectors', async () => {
  const embedder = createRemoteEmbedder(toOpenAi(openAi), { model: 'nomic-embed-text', dimensions: 768 });
  expect(await embedder.embedQuery('acct', 'a query')).toHaveLength(768);
  expect(openAi.requests.at(-1)?.body).not.toHaveProperty('dimensions');
  await embedder.close();
});

const apiKey = process.env['COHERE_API_KEY'];
if (apiKey) {
  describeEmbedder('Cohere embedder, the real service', async () =>
    createRemoteEmbedder(createCohereDialect({ apiKey, baseUrl: undefined }), cohereModel),
  );
}
