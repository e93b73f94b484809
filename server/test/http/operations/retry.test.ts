import { expect } from 'vitest';
import { find, list, untilStatus, writeFailed } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

it('202: a memory that failed, with its reason and found by its words, is ingested again', async () => {
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
});
