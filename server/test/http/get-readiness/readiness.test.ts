import { expect } from 'vitest';
import { until, untilStatus, write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  ({ api } = await app.register({ plan: 'enterprise' }));
});

it('200: degraded while the encoder is unavailable and memories stay pending, until it is back', async () => {
  app.embedder.documentsFail = true;
  const id = await write(api, 'written during an outage');
  const { body } = await until(
    () => api.get(`/memories/${id}`),
    // While an attempt is under way there is no failure yet.
    ({ body }) => body.attempts >= 1 && body.failure !== null,
  );
  expect(body).toMatchObject({ status: 'pending', failure: { code: 'embedder_unavailable' } });
  const readiness = await until(
    () => api.get('/readyz'),
    (response) => response.body.status === 'degraded',
  );
  expect(readiness.status).toBe(200);
  expect(readiness.body).toEqual({ status: 'degraded', reasons: [expect.stringContaining('the encoder is away')] });
  app.embedder.documentsFail = false;
  expect((await untilStatus(api, id, 'ready')).body.attempts).toBeGreaterThan(1);
  const healed = await until(
    () => api.get('/readyz'),
    (response) => response.body.status === 'ready',
  );
  expect(healed.body.reasons).toEqual([]);
});

it('503: the store is unavailable; the process is alive, and so are the metrics', async () => {
  const fresh = await app.withServices({});
  app.setFault('unavailable');
  const [health, readiness, metrics] = await Promise.all([
    fresh.call({ method: 'GET', path: '/healthz' }),
    fresh.call({ method: 'GET', path: '/readyz' }),
    fresh.call({ method: 'GET', path: '/metrics' }),
  ]).finally(() => app.setFault('none'));
  expect([health.status, readiness.status, metrics.status]).toEqual([200, 503, 200]);
});

it('503: the server is stopping', async () => {
  const server = await app.withServices({ stopping: () => true });
  const response = await server.call({ method: 'GET', path: '/readyz' });
  expect(response.status).toBe(503);
});
