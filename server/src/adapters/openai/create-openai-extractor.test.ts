import { afterAll, beforeAll } from 'vitest';
import { describeRemoteExtractor } from '../../../test/providers/describe-remote-extractor.ts';
import { startOpenAiStandIn } from '../../../test/providers/openai-stand-in.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeExtractor } from '../../ports/extractor.contract.ts';
import { createOpenAiExtractor } from './create-openai-extractor.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
afterAll(() => standIn.close());

const model = 'gpt-5-mini';

describeExtractor('extractor of openai', async () =>
  createOpenAiExtractor({ model, apiKey: standIn.key, baseUrl: `${standIn.url}/v1` }),
);

describeRemoteExtractor('extractor of openai', {
  start: startOpenAiStandIn,
  create: ({ url, key }, limits) => createOpenAiExtractor({ model, apiKey: key, baseUrl: `${url}/v1`, limits }),
});
