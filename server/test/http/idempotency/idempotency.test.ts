import { describe, expect, it } from 'vitest';
import { operations } from '../check-response.ts';
import { goodCall } from '../good-calls.ts';
import { list, untilStatus, write, writeReady } from '../memory-steps.ts';
import { later, useTestApp } from '../shared-apps.ts';

const app = useTestApp();
const api = later(() => app.first.api);
const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const reused = [409, 'idempotency_key_reused'];
const writes = operations.filter(({ headers, isMcp }) => headers.includes('idempotency-key') && !isMcp);
it.each(writes)('$id gets its first response again, byte for byte but for a secret', async ({ id }) => {
  const call = await goodCall(app, app.first, id);
  const key = newKey();
  const send = async () => {
    const { status, text, headers } = await app.call({ ...call, headers: { ...call.headers, ...key } });
    const { location, etag, 'idempotency-replayed': replayed } = headers;
    return { status, text, location, etag, replayed };
  };
  const first = await send();
  const text = first.text.replace(/"(key|secret)":"[^"]+"/, '"$1":null');
  expect(first).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300), replayed: undefined });
  expect(await send()).toEqual({ ...first, text, replayed: 'true' });
});

it('a new memory has its first response also after it was changed, became ready and was deleted', async () => {
  const key = newKey();
  const body = { text: 'Write once', metadata: { z: 1, a: { '10': 1, b: [2] } }, run_id: 'once' };
  const first = await api.post('/memories', body, key);
  const id = first.body.memory_id;
  for (const change of [
    () => untilStatus(api, id, 'ready'),
    () => api.put(`/memories/${id}`, { text: 'changed', metadata: { z: null } }),
    () => api.delete(`/memories/${id}`),
  ]) {
    expect(await list(api, { run_id: 'once' })).toEqual([id]);
    await change();
    const again = await api.post('/memories', body, key);
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  }
  expect(await list(api, { run_id: 'once' })).toEqual([]);
});

it('a repeated update undoes no later one, and its version counts once', async () => {
  const id = await write(api, 'to be changed');
  const key = newKey();
  const put = (n: number, headers = {}) => api.put(`/memories/${id}`, { metadata: { n } }, headers);
  const statuses = [await put(1, key), await put(2), await put(1, key)].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);
  expect((await api.get(`/memories/${id}`)).body).toMatchObject({ version: 3, metadata: { n: 2 } });
});

describe('what makes two requests the same', () => {
  it('is not the order of keys, the blanks or the escapes in the JSON', async () => {
    const key = newKey();
    const send = (raw: string) =>
      app.call({ method: 'POST', path: '/memories', raw, headers: { ...api.headers, ...key } });
    const first = await send('{"text":"é","metadata":{"a":1,"b":[{"c":2,"d":3}]}}');
    const again = await send('{ "metadata": {"b":[{"d":3,"c":2.0}],"a":1}, "text" : "\\u00e9" }');
    expect(again.text).toBe(first.text);
  });

  it('is not Prefer: the response of the second time is the 202 form, and at once', async () => {
    const key = newKey();
    const first = await api.post('/memories', { text: 'waited' }, { ...key, Prefer: 'wait=10' });
    expect([first.status, first.body.status]).toEqual([201, 'ready']);
    for (const headers of [key, { ...key, Prefer: 'wait=10' }]) {
      const again = await api.post('/memories', { text: 'waited' }, headers);
      expect([again.status, again.body]).toEqual([202, { ...first.body, status: 'pending' }]);
    }
  });

  it('is not which of its sessions the account used', async () => {
    const key = newKey();
    const first = await app.first.session.post('/memories', { text: 'by session' }, key);
    const other = app.client({ Authorization: `Bearer ${await app.logIn(app.first)}` });
    expect((await other.post('/memories', { text: 'by session' }, key)).text).toBe(first.text);
  });

  it('is the order of items, each value, and each field, also one that is spelt out as its default', async () => {
    const key = newKey();
    const body = { text: 'a', metadata: { tags: ['x', 'y'] } };
    expect((await api.post('/memories', body, key)).status).toBe(202);
    const others = [{ text: 'A' }, { metadata: { tags: ['y', 'x'] } }, { metadata: {} }, { agent_id: 'b' }];
    for (const other of [...others, { infer: true }, { infer: false }]) {
      const response = await api.post('/memories', { ...body, ...other }, key);
      expect([response.status, response.body.code], JSON.stringify(other)).toEqual(reused);
    }
    expect((await api.post('/memories', body, key)).status).toBe(202);
  });

  it('is method and path', async () => {
    const [one, two] = [await write(api, 'one'), await write(api, 'two')];
    const key = newKey();
    expect((await api.delete(`/memories/${one}`, key)).status).toBe(200);
    for (const other of [
      () => api.delete(`/memories/${two}`, key),
      () => api.post(`/memories/${one}/retry`, undefined, key),
      () => api.put(`/memories/${one}`, { text: 'a' }, key),
      () => api.post('/memories', { text: 'a' }, key),
    ]) {
      expect((await other()).status).toBe(409);
    }
    expect((await api.get(`/memories/${two}`)).status).toBe(200);
  });

  it('does not apply to reads: POST /search ignores the key', async () => {
    const key = newKey();
    for (const query of ['one', 'two']) expect((await api.post('/search', { query }, key)).status).toBe(200);
  });
});

it('no rejection is kept: its key can be used for the request put right', async () => {
  const key = newKey();
  const missing = '/memories/mem_00000000000000000000000000';
  const id = await writeReady(api, 'ready');
  const unavailable = () => {
    app.setFault('unavailable');
    return api.post('/memories', { text: 'again' }, key).finally(() => app.setFault('none'));
  };
  const statuses = [
    await api.post('/memories', { text: ' ' }, key),
    await api.delete(missing, key),
    await api.put(missing, { text: 'a' }, key),
    await api.post(`/memories/${id}/retry`, undefined, key),
    await app.first.session.delete('/auth/sessions/nothing', key),
    await unavailable(),
    await api.post('/memories', { text: 'again' }, key),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 404, 404, 409, 404, 503, 202]);
});

it('of simultaneous writes with one key and different bodies one writes, and the others are rejected', async () => {
  const key = newKey();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, at) => api.post('/memories', { text: `version ${at}`, run_id: 'rivals' }, key)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  expect(await list(api, { run_id: 'rivals' })).toHaveLength(1);
});
