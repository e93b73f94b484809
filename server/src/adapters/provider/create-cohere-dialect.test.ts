import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../test/find-free-port.ts';
import { listen } from '../../../test/listen.ts';
import { startCohereStandIn } from '../../../test/providers/cohere-stand-in.ts';
import type { ExtractionTask } from '../../ports/extractor.ts';
import { createCohereDialect } from './create-cohere-dialect.ts';

const apiKey = 'key';
const { signal } = new AbortController();
const embedding = { model: 'embed-v4.0', dimensions: 256, texts: ['a text'], kind: 'document' as const };
const task: ExtractionTask = { name: 'facts', instructions: 'Generate a JSON.', material: 'Ada', schema: {} };

/** Makes one call of each kind. */
function callAll(dialect: ReturnType<typeof createCohereDialect>): Promise<unknown[]> {
  return Promise.all([
    dialect.embed(embedding, signal),
    dialect.complete({ model: 'command-a-03-2025', task, maxTokens: 10 }, signal),
    dialect.rerank({ model: 'rerank-v3.5', query: 'a query', texts: ['a text'] }, signal),
  ]);
}

const startServer = async (text: string) => (await listen((_, response) => void response.end(text))).url.slice(0, -1);

it.each([
  '{"embeddings":"private","message":"private","results":"private"}',
  '{"embeddings":{"float":"private"},"message":{"content":"private"},"finish_reason":7,"results":[null,"private"]}',
  '"private"',
  'null',
  '[]',
])('writes no value of a response with unexpected types to the console: %s', async (text) => {
  const written = (['debug', 'log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  onTestFinished(() => void vi.restoreAllMocks());
  await callAll(createCohereDialect({ apiKey, baseUrl: await startServer(text) }));
  expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it.each(['', '<html>private</html>', '0,"message":"private"', '{"embeddings":'])(
  'rejects a response that is not JSON as an outage, without repeating it: %s',
  async (text) => {
    const dialect = createCohereDialect({ apiKey, baseUrl: await startServer(text) });
    const message = 'Cohere returned a response that is not JSON';
    await expect(callAll(dialect)).rejects.toMatchObject({ name: 'ProviderError', fault: 'outage', message });
  },
);

it('reports a refused connection by its code, and the address only for the log', async () => {
  const port = await findFreePort();
  const dialect = createCohereDialect({ apiKey, baseUrl: `http://127.0.0.1:${port}` });
  await expect(callAll(dialect)).rejects.toMatchObject({
    fault: 'outage',
    message: 'Cohere cannot be reached (ECONNREFUSED)',
    cause: `connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});

async function startDialect() {
  const standIn = await startCohereStandIn();
  onTestFinished(() => standIn.close());
  return { standIn, dialect: createCohereDialect({ apiKey: standIn.key, baseUrl: standIn.url }) };
}

it('sends the key of the configuration, not that of another variable', async () => {
  vi.stubEnv('CO_API_KEY', 'another');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { standIn, dialect } = await startDialect();
  await dialect.embed(embedding, signal);
  expect(standIn.requests[0]?.headers.authorization).toBe(`Bearer ${standIn.key}`);
});

it('ends the connection of a call that is aborted', async () => {
  const { standIn, dialect } = await startDialect();
  standIn.fail('hang-in-body');
  const call = new AbortController();
  const ended = expect(dialect.embed(embedding, call.signal)).rejects.toMatchObject({ name: 'ProviderError' });
  await expect.poll(() => standIn.requests.length).toBe(1);
  call.abort();
  await ended;
});
