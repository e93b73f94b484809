import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRemoteEmbedder } from '../../../test/providers/describe-remote-embedder.ts';
import { startOpenAiStandIn } from '../../../test/providers/openai-stand-in.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { createOpenAiEmbedder } from './create-openai-embedder.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
afterAll(() => standIn.close());

const settings = { model: 'text-embedding-3-small', dimensions: 512 };

describeEmbedder('OpenAI embedder', async () =>
  createOpenAiEmbedder({ ...settings, apiKey: standIn.key, baseUrl: `${standIn.url}/v1` }),
);

describeRemoteEmbedder('OpenAI embedder', {
  start: startOpenAiStandIn,
  create: ({ url, key }, limits) => createOpenAiEmbedder({ ...settings, apiKey: key, baseUrl: `${url}/v1`, limits }),
  textsOf: ({ input }) => input,
  keyVariable: 'OPENAI_API_KEY',
});

it('asks a model of another maker for no size, and takes what it gives', async () => {
  const embedder = createOpenAiEmbedder({
    model: 'nomic-embed-text',
    dimensions: 768,
    apiKey: standIn.key,
    baseUrl: `${standIn.url}/v1`,
  });
  expect(await embedder.embedQuery('a query')).toHaveLength(768);
  expect(standIn.requests.at(-1)?.body).not.toHaveProperty('dimensions');
  await embedder.close();
});
