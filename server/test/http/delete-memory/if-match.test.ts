import { expect } from 'vitest';
import { write, writeReady } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client } from '../start-test-app.ts';

let api: Client;
it.beforeAll(async ({ apps }) => {
  ({ api } = await (await apps.open()).register({ plan: 'enterprise' }));
});

it('412: the memory has changed since, and stays', async () => {
  const id = await write(api, 'changed meanwhile');
  const { headers } = await api.get(`/memories/${id}`);
  await api.put(`/memories/${id}`, { text: 'changed' });
  const response = await api.delete(`/memories/${id}`, { 'If-Match': headers['etag'] as string });
  expect([response.status, response.body.code]).toEqual([412, 'precondition_failed']);
  expect((await api.get(`/memories/${id}`)).status).toBe(200);
});

it('200: the version is still the same, although ingest has ended since', async () => {
  for (const tag of ['"v1-1"', '*']) {
    const id = await writeReady(api, 'ready since');
    expect((await api.delete(`/memories/${id}`, { 'If-Match': tag })).status).toBe(200);
  }
});

it('412: an update and a deletion with the same ETag: one of them is done', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await write(api, 'contended');
    const ifMatch = { 'If-Match': '"v1-1"' };
    const [updated, deleted] = await Promise.all([
      api.put(`/memories/${id}`, { text: 'changed' }, ifMatch),
      api.delete(`/memories/${id}`, ifMatch),
    ]);
    const outcome = `${updated.status} ${deleted.status}`;
    expect(['200 412', '404 200']).toContain(outcome);
    expect((await api.get(`/memories/${id}`)).status).toBe(outcome === '200 412' ? 200 : 404);
  }
});
