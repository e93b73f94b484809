import { expect, it, vi } from 'vitest';
import { createRemoteEmbedder } from '../../src/adapters/provider/create-remote-embedder.ts';
import type { ProviderDialect } from '../../src/adapters/provider/provider-dialect.ts';
import { toEmbeddedQuery } from '../../src/domain/search/query-vector.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { createEncoder, type EncoderRecord } from './encoder-record.ts';

const counts = { scopeSize: 0, averageLength: 0, documentFrequencies: [], identifierFrequencies: [] };
const store = { candidates: async () => ({ ...counts, candidates: [] }) };
const query = 'where does the crane stand';
const search = async (embedder: Embedder, accountId: string) =>
  (await toEmbeddedQuery({ store, embedder }, { accountId }, query))?.values;

it('each account has its own embedding of a query, of those that are kept and of those under way', async () => {
  const embedder = createEncoder();
  const requestOf = async (accountId: string) => ((await search(embedder, accountId)) as EncoderRecord)[1];
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
