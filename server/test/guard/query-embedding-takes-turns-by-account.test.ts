import { expect, it } from 'vitest';
import { EncoderQueue, type Item } from '../../src/adapters/local-model/encoder-queue.ts';
import { toEmbeddedQuery } from '../../src/domain/search/query-vector.ts';
import { createEncoder, type EncoderRecord } from './encoder-record.ts';

const limits = { maxTexts: 8, maxTokens: 128 };
const counts = { scopeSize: 0, averageLength: 0, documentFrequencies: [], identifierFrequencies: [] };
const store = { candidates: async () => ({ ...counts, candidates: [] }) };

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
  const query = 'where does the old crane stand now '.repeat(230).slice(0, 8_000);
  const embedded = await toEmbeddedQuery({ store, embedder }, { accountId: 'ana' }, query);
  if (!embedded) throw new Error('the query was not embedded');
  const [received] = embedded.values as EncoderRecord;
  expect(received).toBeLessThan(query.length);
  expect(received).toBe(embedder.maxQueryCharacters);
});
