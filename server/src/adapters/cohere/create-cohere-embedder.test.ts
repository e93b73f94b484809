import { afterAll, beforeAll } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteEmbedder } from '../../../test/providers/describe-remote-embedder.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { createCohereEmbedder } from './create-cohere-embedder.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startCohereStandIn();
});
afterAll(() => standIn.close());

const settings = { model: 'embed-v4.0', dimensions: 1024 };

describeEmbedder('Cohere embedder', async () =>
  createCohereEmbedder({ ...settings, apiKey: standIn.key, baseUrl: standIn.url }),
);

describeRemoteEmbedder('Cohere embedder', {
  start: startCohereStandIn,
  create: ({ url, key }, limits) => createCohereEmbedder({ ...settings, apiKey: key, baseUrl: url, limits }),
  textsOf: ({ texts }) => texts,
  keyVariable: 'COHERE_API_KEY',
});

const apiKey = process.env['COHERE_API_KEY'];
if (apiKey) {
  describeEmbedder('Cohere embedder, the real service', async () =>
    createCohereEmbedder({ ...settings, apiKey, baseUrl: undefined }),
  );
}
