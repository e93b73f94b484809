import { expect } from 'vitest';
import { list, until } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  ({ api } = await app.register({ plan: 'enterprise' }));
});

const post = (prefer: string) => api.post('/memories', { text: 'waited for' }, { Prefer: prefer });

it.each(['wait=10', 'respond-async, wait=9', 'wait="8"', 'Wait = 7', 'wait=86400'])(
  '201: %s waits until it is ready',
  async (prefer) => {
    const response = await post(prefer);
    expect(response.status).toBe(201);
    expect(response.body.status).toBe('ready');
    expect(response.headers['location']).toBe(`/memories/${response.body.memory_id}`);
    expect((await api.get(response.headers['location'] as string)).body.status).toBe('ready');
  },
);

it('202: the time is over first', async () => {
  app.embedder.hold();
  const started = Date.now();
  const response = await post('wait=1');
  app.embedder.release();
  expect([response.status, response.body.status]).toEqual([202, 'pending']);
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
});

it.each(['wait', 'wait=', 'wait=soon', 'wait=-5', 'wait=0', 'waiting=5', 'return=minimal'])(
  '202: %s is ignored',
  async (prefer) => {
    app.embedder.hold();
    const started = Date.now();
    const response = await post(prefer);
    app.embedder.release();
    expect(response.status).toBe(202);
    expect(Date.now() - started).toBeLessThan(3_000);
  },
);

it('202: at once when the memory is deleted meanwhile', async () => {
  app.embedder.hold();
  const waiting = api.post('/memories', { text: 'deleted while waited for', run_id: 'doomed' }, { Prefer: 'wait=10' });
  const [id] = await until(
    () => list(api, { run_id: 'doomed' }),
    (ids) => ids.length === 1,
  );
  expect((await api.delete(`/memories/${id}`)).status).toBe(200);
  const response = await waiting;
  app.embedder.release();
  expect([response.status, response.body.memory_id]).toEqual([202, id]);
});
