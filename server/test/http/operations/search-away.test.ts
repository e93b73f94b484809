import { expect } from 'vitest';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

it('200: searches without the vectors of the store and its search indexes state that, and so does readiness', async () => {
  const { store } = app.services.http;
  const candidates: typeof store.candidates = async (query) => ({
    ...(await store.candidates(query)),
    vectorsAway: true,
  });
  const probe = async () => ['The search index memory_words is missing.'];
  const { call } = await app.withServices({ store: { ...store, candidates, probe } });
  const body = { query: 'when does the boat leave' };
  const search = await call({ method: 'POST', path: '/search', headers: api.headers, body });
  expect([search.status, search.body.degraded]).toEqual([200, ['vector']]);
  const { body: readiness } = await call({ method: 'GET', path: '/readyz' });
  expect(readiness).toEqual({ status: 'degraded', reasons: await probe() });
});
