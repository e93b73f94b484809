import { afterAll, beforeAll } from 'vitest';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import { describeRemoteReranker } from '../../../test/providers/describe-remote-reranker.ts';
import type { StandIn } from '../../../test/providers/stand-in.ts';
import { describeReranker } from '../../ports/reranker.contract.ts';
import { createCohereReranker } from './create-cohere-reranker.ts';

let standIn: StandIn;
beforeAll(async () => {
  // As at the start of a server.
  await import('cohere-ai');
  standIn = await startCohereStandIn();
});
afterAll(() => standIn.close());

const model = 'rerank-v3.5';

describeReranker('reranker of Cohere', async () =>
  createCohereReranker({ model, apiKey: standIn.key, baseUrl: standIn.url }),
);

describeRemoteReranker('reranker of Cohere', {
  start: startCohereStandIn,
  create: ({ url, key }) => createCohereReranker({ model, apiKey: key, baseUrl: url }),
});

const apiKey = process.env['COHERE_API_KEY'];
if (apiKey) {
  describeReranker('reranker of Cohere, the real service', async () =>
    createCohereReranker({ model, apiKey, baseUrl: undefined }),
  );
}
