import { expect, it } from 'vitest';
import { untilStatus, write, writeReady } from '../memory-steps.ts';
import { later, useTestApp } from '../shared-apps.ts';

const app = useTestApp();
const api = later(() => app.first.api);
const tagOf = async (id: string) => (await api.get(`/memories/${id}`)).headers['etag'] as string;

it('412: of writers with the same ETag one wins, and the others change nothing', async () => {
  const id = await write(api, 'contended');
  const ifMatch = { 'If-Match': await tagOf(id) };
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => api.put(`/memories/${id}`, { metadata: { [`key${n}`]: n } }, ifMatch)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  const { body } = await api.get(`/memories/${id}`);
  expect([body.version, Object.keys(body.metadata)]).toEqual([2, [expect.any(String)]]);
});

it('200: the ETag from before ingest ended still names the version, as does one of several, or any with *', async () => {
  const id = await writeReady(api, 'ready since');
  const update = async (tag: string) =>
    (await api.put(`/memories/${id}`, { metadata: {} }, { 'If-Match': tag })).status;
  expect(await update('"v1-1"')).toBe(200);
  expect(await update('"v7-1", "v2-1"')).toBe(200);
  expect(await update('*')).toBe(200);
  for (const tag of ['"v1-1"', '"4"', 'v4-1', '""', '"v4"']) expect([tag, await update(tag)]).toEqual([tag, 412]);
  // One without its quotes is not called an old version.
  const { body } = await api.put(`/memories/${id}`, { metadata: {} }, { 'If-Match': 'v1-1' });
  expect([body.code, body.detail]).toEqual(['precondition_failed', expect.stringContaining('with its quotes')]);
});

it('404: a missing memory, whatever If-Match and If-None-Match name', async () => {
  const missing = '/memories/mem_00000000000000000000000000';
  for (const tag of ['*', '"v1-1"']) {
    expect((await api.put(missing, { text: 'a' }, { 'If-Match': tag })).status).toBe(404);
    expect((await api.delete(missing, { 'If-Match': tag })).status).toBe(404);
    expect((await api.get(missing, { 'If-None-Match': tag })).status).toBe(404);
  }
});

it('200: a repeated update with the If-Match of then gets its response again', async () => {
  const id = await write(api, 'repeated');
  const headers = { 'If-Match': await tagOf(id), 'Idempotency-Key': crypto.randomUUID() };
  const send = () => api.put(`/memories/${id}`, { text: 'changed' }, headers);
  const [first, again] = [await send(), await send()];
  expect([again.status, again.text, again.headers['etag']]).toEqual([200, first.text, first.headers['etag']]);
});

it('412: goes before a used-up quota', async () => {
  const limited = await app.register({ plan: 'enterprise', limits: { memoryWrites: 1 } });
  const id = await write(limited.api, 'counted');
  const update = async (tag: string) =>
    (await limited.api.put(`/memories/${id}`, { text: 'b' }, { 'If-Match': tag })).status;
  expect([await update('"v9-1"'), await update('"v1-1"')]).toEqual([412, 429]);
});

it('412: of an update and a deletion with the same ETag one is done', async () => {
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

it('304: until ingest ends or the memory changes; then 200 with another ETag', async () => {
  app.embedder.hold();
  const id = await write(api, 'The ferry leaves at nine');
  const read = (tag: string) => api.get(`/memories/${id}`, { 'If-None-Match': tag });
  const pending = (await api.get(`/memories/${id}`)).headers['etag'] as string;
  expect(pending).toMatch(/^"v1-\d+"$/);
  const unchanged = await read(pending);
  expect([unchanged.status, unchanged.text, unchanged.headers['etag']]).toEqual([304, '', pending]);
  app.embedder.release();
  const { headers } = await untilStatus(api, id, 'ready');
  const ready = headers['etag'] as string;
  expect(ready).toMatch(/^"v1-\d+"$/);
  expect((await read(pending)).body.status).toBe('ready');
  for (const tag of [ready, `W/${ready}`, `"another", ${ready}`, '*']) expect((await read(tag)).status).toBe(304);
  const updated = await api.put(`/memories/${id}`, { metadata: { n: 1 } });
  expect(updated.headers['etag']).toMatch(/^"v2-\d+"$/);
  expect((await read(ready)).status).toBe(200);
  expect((await read(updated.headers['etag'] as string)).status).toBe(304);
});
