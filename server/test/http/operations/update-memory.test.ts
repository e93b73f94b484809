import { expect } from 'vitest';
import { find, list, untilStatus, write, writeFailed, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

it('200: metadata are merged one level deep; null removes a key, and the text stays ready', async () => {
  const id = await writeReady(api, 'merge me', { metadata: { keep: 1, drop: 2, deep: { a: 1, b: 2 } } });
  const before = (await api.get(`/memories/${id}`)).body;
  const { body, status } = await api.put(`/memories/${id}`, { metadata: { drop: null, deep: { c: 3 }, new: [null] } });
  expect(status).toBe(200);
  const changes = { metadata: { keep: 1, deep: { c: 3 }, new: [null] }, version: 2, updated_at: body.updated_at };
  expect(body).toEqual({ ...before, ...changes });
  expect(body.updated_at > before.updated_at).toBe(true);
  expect((await api.get(`/memories/${id}`)).body).toEqual(body);
  expect(await find(api, 'merge', { filters: { drop: 2 } })).toEqual([]);
  expect(await find(api, 'merge', { filters: { keep: 1 } })).toEqual([id]);
});

it('200: the old words and meaning are gone at once, before the new text is embedded', async () => {
  const scope = { run_id: 'rewritten' };
  const id = await writeReady(api, 'The violin is in the cellar', scope);
  expect(await find(api, 'violin', scope)).toEqual([id]);
  app.embedder.hold();
  const { body } = await api.put(`/memories/${id}`, { text: 'Trains leave at noon' });
  const pending = { status: 'pending', version: 2, outcome: null, entities: [] };
  expect(body).toMatchObject({ memory: 'Trains leave at noon', ...pending });
  expect(await find(api, 'violin cellar', scope)).toEqual([]);
  expect(await find(api, 'where is the musical instrument kept', scope)).toEqual([]);
  expect(await find(api, 'trains', scope)).toEqual([id]);
  app.embedder.release();
  await untilStatus(api, id, 'ready');
  // A memory with this text that never had another one scores the same: nothing is left of the old text.
  const twinScope = { run_id: crypto.randomUUID() };
  const twin = await writeReady(api, 'Trains leave at noon', twinScope);
  const scoreOf = async (wanted: string, query: string, within: object) => {
    const { results } = (await api.post('/search', { query, ...within })).body;
    return results.find((hit: { id: string }) => hit.id === wanted)?.score ?? 0;
  };
  for (const query of ['violin cellar', 'railway departure time']) {
    // The quantized model scales the texts of one call together, which moves a score by some thousandths.
    expect(await scoreOf(id, query, scope), query).toBeCloseTo(await scoreOf(twin, query, twinScope), 2);
  }
  expect(await find(api, 'railway departure time', scope)).toContain(id);
});

it('200: simultaneous updates of different keys all count', async () => {
  const id = await write(api, 'contended');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, at) => api.put(`/memories/${id}`, { metadata: { [`key${at}`]: at } })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { body } = await api.get(`/memories/${id}`);
  expect(Object.keys(body.metadata)).toHaveLength(8);
  expect(body.version).toBe(9);
});

it('202: a memory that failed, with its reason and found by its words, is ingested again, as with a new text', async () => {
  const id = await writeFailed(app, api, 'the pangolin is unembeddable');
  const { body: failed } = await api.get(`/memories/${id}`);
  expect(failed).toMatchObject({ status: 'failed', outcome: null, next_attempt_at: null });
  expect(failed.failure).toEqual({ code: 'embedding_failed', message: expect.any(String) });
  expect(await find(api, 'pangolin', { top_k: 3 })).toContain(id);
  expect(await list(api, { status: 'failed' })).toEqual([id]);

  const response = await api.post(`/memories/${id}/retry`);
  expect(response.status).toBe(202);
  expect(response.body).toMatchObject({ memory_id: id, status: 'pending' });
  expect(response.headers['location']).toBe(`/memories/${id}`);
  expect((await untilStatus(api, id, 'ready')).body).toMatchObject({ failure: null, outcome: 'stored', version: 1 });
  expect((await api.post(`/memories/${id}/retry`)).status).toBe(409);

  const other = await writeFailed(app, api, 'the axolotl is unembeddable');
  const { body } = await api.put(`/memories/${other}`, { text: 'the axolotl is fine' });
  expect(body).toMatchObject({ status: 'pending', failure: null, attempts: 0 });
  await untilStatus(api, other, 'ready');
});
