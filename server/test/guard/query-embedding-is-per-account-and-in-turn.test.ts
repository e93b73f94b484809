import { expect, it, onTestFinished, vi } from 'vitest';
import { createLocalEmbedder, type LocalEmbedder } from '../../src/adapters/local-model/create-local-embedder.ts';
import { EncoderQueue, type Item } from '../../src/adapters/local-model/encoder-queue.ts';
import { createRemoteEmbedder } from '../../src/adapters/provider/create-remote-embedder.ts';
import type { ProviderDialect } from '../../src/adapters/provider/provider-dialect.ts';
import { toEmbeddedQuery } from '../../src/domain/search/query-vector.ts';
import type { Embedder } from '../../src/ports/embedder.ts';

const limits = { maxTexts: 8, maxTokens: 128 };
const counts = { scopeSize: 0, averageLength: 0, documentFrequencies: [], identifierFrequencies: [] };
const store = { candidates: async () => ({ ...counts, candidates: [] }) };
const query = 'where does the crane stand';
const search = async (embedder: Embedder, accountId: string, text = query) =>
  (await toEmbeddedQuery({ store, embedder }, { accountId }, text))?.values;

/** Stands in for the thread of the model. The vector of a query begins with the length of its text and the number of its request. */
const thread = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', (requests) => {
    if (requests === 'close') return parentPort.close();
    for (const { id, operation, argument } of requests) {
      const vector = new Float32Array(384);
      if (operation === 'query') vector.set([argument.length, ++count]);
      parentPort.postMessage([{ id, result: { embeddings: [{ vector, tokens: new Int8Array() }], words: [] } }]);
    }
  });
`;

/** Creates the local embedder without its model. */
function createEncoder(): LocalEmbedder {
  const threadUrl = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);
  const embedder = createLocalEmbedder({ runtime: 'native', threadUrl });
  onTestFinished(() => embedder.close());
  return embedder;
}

it('a query waits for the one under way only, however many another account sent before', () => {
  const queue = new EncoderQueue();
  let id = 0;
  const add = (accountId: string, text: string) =>
    queue.add({ operation: 'query', id: ++id, accountId, argument: text });
  for (let n = 1; n <= 18; n++) add('ana', `ana ${n}`);
  const taken: string[] = [];
  const take = () => taken.push(...queue.take(() => true, limits).map(({ text }) => text));
  take();
  add('bo', 'bo 1');
  add('cy', 'cy 1');
  while (!queue.isEmpty()) take();
  expect(taken.slice(0, 5)).toEqual(['ana 1', 'bo 1', 'cy 1', 'ana 2', 'ana 3']);
  expect(taken).toHaveLength(20);
});

it('a long query lets those of other accounts in between its parts, each of which is a short run', () => {
  const queue = new EncoderQueue();
  queue.add({ operation: 'query', id: 1, accountId: 'ana', argument: 'long' });
  for (const id of [2, 3]) queue.add({ operation: 'query', id, accountId: 'bo', argument: 'short' });
  const tokenise = (item: Item) => {
    item.tokens = Array.from({ length: item.text === 'long' ? 512 : 8 }, (_, token) => token);
    return true;
  };
  const runs: [id: number, tokens: number][] = [];
  while (!queue.isEmpty()) {
    runs.push(...queue.take(tokenise, limits).map(({ job, tokens }): [number, number] => [job.id, tokens.length]));
  }
  expect(runs.slice(0, 4).map(([id]) => id)).toEqual([1, 2, 1, 3]);
  expect(Math.max(...runs.map(([, tokens]) => tokens))).toBeLessThanOrEqual(limits.maxTokens);
});

it('a query is cut to the stated limit of the embedder before it waits for the encoder', async () => {
  const embedder = createEncoder();
  const received = await search(embedder, 'ana', 'where does the old crane stand now '.repeat(228));
  expect(received?.[0]).toBe(embedder.maxQueryCharacters);
  expect(embedder.maxQueryCharacters).toBeLessThan(7_980);
});

it('each account has its own embedding of a query, of those that are kept and of those under way', async () => {
  const embedder = createEncoder();
  const requestOf = async (accountId: string) => (await search(embedder, accountId))?.[1];
  expect(await Promise.all(['ana', 'ana', 'bo', 'bo'].map(requestOf))).toEqual([1, 1, 2, 2]);
  expect([await requestOf('ana'), await requestOf('bo'), await requestOf('cy')]).toEqual([1, 2, 3]);
});

it('each account sends its own request to a provider', async () => {
  const embed = vi.fn(async (_request: { texts: string[] }) => [[1, 0]]);
  const dialect = { prefix: 'test', provider: 'Test', maxCharactersPerRequest: 1_000, embed };
  const band = { low: 0, high: 1 };
  const embedder = createRemoteEmbedder({ ...dialect, cosineBandOf: () => band } as unknown as ProviderDialect, {
    model: 'model',
    dimensions: 2,
  });
  await Promise.all(['ana', 'ana', 'bo'].map((accountId) => search(embedder, accountId)));
  await search(embedder, 'bo');
  expect(embed.mock.calls.map(([{ texts }]) => texts)).toEqual([[query], [query]]);
  await embedder.close();
});
