import { expect } from 'vitest';
import { idsOf, write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, account, api } = useAccount({ isNewEach: true });
const similar = (id: string, query = '') => api.get(`/memories/${id}/similar${query}`);
const searches = async () => (await api.get('/usage')).body.memory_search.used;

it('200: the nearest first, with their scores, without the memory itself and what has nothing in common', async () => {
  const id = await writeReady(api, 'Ana drinks green tea in the morning');
  const near = await writeReady(api, 'In the morning Ana drinks black tea', { metadata: { project: 'kitchen' } });
  const same = await writeReady(api, 'Ana drinks green tea in the morning');
  const far = await writeReady(api, 'The turbine tripped at noon');
  const { body } = await similar(id);
  expect(body.results.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([same, near]);
  expect(idsOf({ body } as never)).not.toContain(id);
  expect(body.results[0].score).toBeCloseTo(1, 2);
  expect(body.results[1]).toMatchObject({
    memory: 'In the morning Ana drinks black tea',
    metadata: { project: 'kitchen' },
    score: expect.toSatisfy((score: number) => score > 0 && score < 0.99),
  });
  const farScore = body.results.find((one: { id: string }) => one.id === far)?.score ?? 0;
  expect(farScore).toBeLessThan(body.results[1].score);
  expect(body).toMatchObject({ degraded: [] });
  expect(body.warnings).toBeUndefined();
  expect(idsOf(await similar(id, '?top_k=1'))).toEqual([same]);
});

it('200: it counts as a search and asks the embedder for nothing; a pending memory has none, says why, and counts not', async () => {
  const id = await writeReady(api, 'The boat leaves at seven');
  await writeReady(api, 'The boat leaves at eight');
  app.embedder.hold();
  const pending = await write(api, 'The boat leaves at seven');
  const warnings = [{ code: 'no_vector', message: expect.stringContaining('pending') }];
  expect((await similar(pending)).body).toEqual({ results: [], degraded: [], warnings });
  expect(await searches()).toBe(0);
  expect(idsOf(await similar(id))).toHaveLength(1);
  app.embedder.release();
  expect(await searches()).toBe(1);
});

it('200: a text that changed is no longer similar, and a deleted memory is gone', async () => {
  const id = await writeReady(api, 'The boat leaves at seven');
  const [changed, deleted] = [await writeReady(api, 'The boat leaves at 7'), await writeReady(api, 'The boat leaves')];
  expect(idsOf(await similar(id)).sort()).toEqual([changed, deleted].sort());
  app.embedder.hold();
  await api.put(`/memories/${changed}`, { text: 'Nothing of the kind' });
  await api.delete(`/memories/${deleted}`);
  expect(idsOf(await similar(id))).toEqual([]);
  app.embedder.release();
});

it('200: a long memory with several vectors is compared by all of its text', async () => {
  const about = (subject: string) => `The ${subject} was inspected, and every part of the ${subject} is in order. `;
  const id = await writeReady(api, about('boiler').repeat(60) + about('bridge').repeat(60));
  const [boiler, bridge] = [await writeReady(api, about('boiler')), await writeReady(api, about('bridge'))];
  expect(idsOf(await similar(id)).sort()).toEqual([boiler, bridge].sort());
});

it('200: a restricted key gets only what it reaches', async () => {
  const { key } = await app.createKey(account, { restrict: { project: 'apollo' } });
  const inProject = (project: string) => ({ metadata: { project } });
  const id = await writeReady(api, 'The launch is in March', inProject('apollo'));
  const own = await writeReady(api, 'The launch is in April', inProject('apollo'));
  const other = await writeReady(api, 'The launch is in March', inProject('gemini'));
  expect(idsOf(await similar(id))).toEqual([other, own]);
  const restricted = app.client({ 'X-API-Key': key });
  expect(idsOf(await restricted.get(`/memories/${id}/similar`))).toEqual([own]);
  expect((await restricted.get(`/memories/${other}/similar`)).status).toBe(404);
});

it('429: the searches of the month are used up', async () => {
  const limited = await app.register({ plan: 'enterprise', limits: { memorySearches: 0 } });
  const id = await writeReady(limited.api, 'The launch is in March');
  const { status, body } = await limited.api.get(`/memories/${id}/similar`);
  expect([status, body.code]).toEqual([429, 'quota_exceeded']);
});
