import { expect } from 'vitest';
import { find, list, until, write, writeReady } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  ({ api } = await app.register({ plan: 'enterprise' }));
});

it('404: a second time; nothing finds the memory any more after the receipt of the first', async () => {
  const id = await writeReady(api, 'The okapi escaped through the laundry window', { metadata: { project: 'zoo' } });
  const response = await api.delete(`/memories/${id}`);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    ...{ id, deletion_id: expect.stringMatching(/^del_/), deleted_at: expect.any(String) },
  });
  expect((await api.get(`/memories/${id}`)).status).toBe(404);
  expect(await find(api, 'okapi laundry', { top_k: 100 })).not.toContain(id);
  expect(await find(api, 'an animal got out of the building', { top_k: 100 })).not.toContain(id);
  expect(await list(api, { project: 'zoo' })).toEqual([]);
  expect((await api.delete(`/memories/${id}`)).status).toBe(404);
  expect((await api.put(`/memories/${id}`, { text: 'back again' })).status).toBe(404);
  expect((await api.post(`/memories/${id}/retry`)).status).toBe(404);
});

it('200: stays deleted when an ingest of it ends later', async () => {
  app.embedder.hold();
  const id = await write(api, 'a marmot in the attic');
  await until(
    () => api.get(`/memories/${id}`),
    ({ body }) => body.attempts === 1,
  );
  await api.delete(`/memories/${id}`);
  app.embedder.release();
  await writeReady(api, 'written later, so ingested later');
  expect((await api.get(`/memories/${id}`)).status).toBe(404);
  expect(await find(api, 'marmot attic', { top_k: 100 })).not.toContain(id);
});
