import { startCohereStandIn } from '../../../server/test/providers/cohere-stand-in.ts';
import { serveRequests } from './serve-requests.ts';

// This separate process serves the API of Cohere and takes CALL_MS for each call, whatever its size.

const standIn = await startCohereStandIn();
standIn.latency.perRequest = Number(process.env['CALL_MS']);
standIn.latency.perText = 0;

serveRequests(
  {
    settings: { MNEMA_EMBEDDER: 'cohere', MNEMA_COHERE_BASE_URL: standIn.url, COHERE_API_KEY: standIn.key },
    pids: { provider: process.pid },
  },
  async (request) => {
    if (request.kind !== 'provider calls') throw new Error(`the provider knows nothing of ${request.kind}`);
    return standIn.requests.splice(0).map(({ body }) => (body as { texts: string[] }).texts.length);
  },
  () => standIn.close(),
);
