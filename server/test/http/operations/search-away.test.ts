import { expect } from 'vitest';
import { createRankedSearch } from '../../../src/domain/search/ranked-search.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

it('200: a search states that the vectors of the store were away, and readiness that its search indexes are', async () => {
  const nothing = { candidates: [], scopeSize: 0, averageLength: 0 };
  const rankedSearch = createRankedSearch({
    candidates: async () => ({ ...nothing, documentFrequencies: [], identifierFrequencies: [], vectorsAway: true }),
    closestTokens: async () => [],
  });
  const probe = async () => ['The search index memory_words is missing.'];
  const { call } = await app.withServices({ rankedSearch, store: { ...app.services.http.store, probe } });
  const search = await call({ method: 'POST', path: '/search', headers: api.headers, body: { query: 'boat' } });
  expect([search.status, search.body.degraded]).toEqual([200, ['vector']]);
  const { body: readiness } = await call({ method: 'GET', path: '/readyz' });
  // Tests before this one may have stopped the encoder a moment ago.
  expect(readiness).toEqual({ status: 'degraded', reasons: expect.arrayContaining(await probe()) });
});
