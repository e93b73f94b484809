import { afterAll, beforeAll } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteExtractor } from '../../../test/providers/describe-remote-extractor.ts';
import { startOpenAiStandIn } from '../../../test/providers/openai-stand-in.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeExtractor } from '../../ports/extractor.contract.ts';
import { createCohereDialect } from './create-cohere-dialect.ts';
import { createOpenAiDialect } from './create-openai-dialect.ts';
import { createRemoteExtractor } from './create-remote-extractor.ts';

let cohere: StandIn;
let openAi: StandIn;
beforeAll(async () => {
  cohere = await startCohereStandIn();
  openAi = await startOpenAiStandIn();
});
afterAll(() => Promise.all([cohere.close(), openAi.close()]));

const toCohere = ({ url, key }: StandIn) => createCohereDialect({ apiKey: key, baseUrl: url });
const toOpenAi = ({ url, key }: StandIn) => createOpenAiDialect({ apiKey: key, baseUrl: `${url}/v1` });
const cohereModel = { model: 'command-a-03-2025' };
const openAiModel = { model: 'gpt-5-mini' };

describeExtractor('extractor of cohere', async () => createRemoteExtractor(toCohere(cohere), cohereModel));
describeExtractor('extractor of openai', async () => createRemoteExtractor(toOpenAi(openAi), openAiModel));

describeRemoteExtractor('extractor of cohere', {
  start: startCohereStandIn,
  create: (standIn, limits) => createRemoteExtractor(toCohere(standIn), { ...cohereModel, limits }),
});
describeRemoteExtractor('extractor of openai', {
  start: startOpenAiStandIn,
  create: (standIn, limits) => createRemoteExtractor(toOpenAi(standIn), { ...openAiModel, limits }),
});

const apiKey = process.env['COHERE_API_KEY'];
if (apiKey) {
  describeExtractor('extractor of cohere, the real service', async () =>
    createRemoteExtractor(createCohereDialect({ apiKey, baseUrl: undefined }), cohereModel),
  );
}
