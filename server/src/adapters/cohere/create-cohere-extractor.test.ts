import { afterAll, beforeAll } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteExtractor } from '../../../test/providers/describe-remote-extractor.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeExtractor } from '../../ports/extractor.contract.ts';
import { createCohereExtractor } from './create-cohere-extractor.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startCohereStandIn();
});
afterAll(() => standIn.close());

const model = 'command-a-03-2025';

describeExtractor('extractor of cohere', async () =>
  createCohereExtractor({ model, apiKey: standIn.key, baseUrl: `${standIn.url}` }),
);

describeRemoteExtractor('extractor of cohere', {
  start: startCohereStandIn,
  create: ({ url, key }, limits) => createCohereExtractor({ model, apiKey: key, baseUrl: `${url}`, limits }),
});

const apiKey = process.env['COHERE_API_KEY'];
if (apiKey) {
  describeExtractor('extractor of cohere, the real service', async () =>
    createCohereExtractor({ model, apiKey, baseUrl: undefined }),
  );
}
