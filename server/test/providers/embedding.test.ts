import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilFailed, untilStatus, write, writeReady } from '../http/memory-steps.ts';
import { startTestApp, type TestApp } from '../http/start-test-app.ts';
import { providers } from './providers.ts';
import type { StandIn } from './stand-in.ts';

describe.each(providers)('a server with MNEMA_EMBEDDER=$name', { timeout: 120_000 }, ({ name, start }) => {
  let standIn: StandIn;
  let app: TestApp;
  beforeAll(async () => {
    standIn = await start();
    app = await startTestApp({ MNEMA_EMBEDDER: name, ...standIn.environment });
  });
  afterAll(async () => {
    await app.close();
    await standIn.close();
  });

  it('finds by the vectors of the provider, and reports the embedder', async () => {
    const { api } = app.first;
    const id = await writeReady(api, 'Caroline adopted a puppy from the shelter.');
    await writeReady(api, 'The invoice for Hamburg is overdue.');
    const { body } = await api.post('/search', { query: 'Which puppy did Caroline adopt?', explain: true });
    expect(body.results[0].id).toBe(id);
    expect(body.results[0].explain.signals.vector.raw).toBeGreaterThan(0);
    expect(body.degraded ?? []).toEqual([]);
  });

  // What follows is the same for every provider.
  if (name !== 'cohere') return;

  it('accepts writes while the provider is down, finds by words, and catches up when it is back', async () => {
    const { api } = app.first;
    standIn.fail('bad-gateway');
    const id = await write(api, 'The gardener comes on Thursdays.');
    const { body } = await api.post('/search', { query: 'When does the gardener come?' });
    expect(body.results[0].id).toBe(id);
    expect(body.degraded).toEqual(['vector']);
    const health = await api.get('/readyz');
    expect(health.body.reasons).toEqual([expect.stringMatching(/^the embedder is not available: .*502/)]);
    const waiting = await untilFailed(api, id);
    expect(waiting.body).toMatchObject({ status: 'pending', failure: { code: 'embedder_unavailable' } });
    expect(waiting.body.failure.message).toContain('502');
    standIn.fail(null);
    expect((await untilStatus(api, id, 'ready')).body.failure).toBeNull();
  });

  it('blames the setting, not the memory, when the provider rejects every text', async () => {
    const { api } = app.first;
    standIn.fail('refuses-everything');
    const id = await write(api, 'The plumber comes on Fridays.');
    const waiting = await untilFailed(api, id);
    expect(waiting.body).toMatchObject({ status: 'pending', failure: { code: 'embedder_unavailable' } });
    expect(waiting.body.failure.message).toMatch(
      /responded with 422.*not even a plain text: check the configured model/,
    );
    const { status, body } = await api.get('/readyz');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toMatch(/"degraded".*responded with 422/);
    standIn.fail(null);
    expect((await untilStatus(api, id, 'ready')).body.failure).toBeNull();
  });
});
