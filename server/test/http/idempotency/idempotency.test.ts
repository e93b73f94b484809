import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { list, untilStatus, write, writeFailed, writeReady } from '../memory-steps.ts';
import { type Client, startTestApp, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let api: Client;
beforeAll(async () => {
  app = await startTestApp();
  api = app.first.api;
});
afterAll(() => app.close());

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

describe('the same request with the same key gets the first response again, byte for byte,', () => {
  it('for a new memory, also after it was changed, became ready and was deleted', async () => {
    const key = newKey();
    const body = { text: 'Write once', metadata: { z: 1, a: { '10': 1, b: [2] } }, run_id: 'once' };
    const first = await api.post('/memories', body, key);
    expect(first.status).toBe(202);
    const id = first.body.memory_id;
    const expectReplay = async () => {
      const again = await api.post('/memories', body, key);
      expect([again.status, again.text, again.headers['location']]).toEqual([
        202,
        first.text,
        first.headers['location'],
      ]);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    };
    await expectReplay();
    await untilStatus(api, id, 'ready');
    await expectReplay();
    await api.put(`/memories/${id}`, { text: 'changed', metadata: { z: null } });
    await expectReplay();
    expect(await list(api, { run_id: 'once' })).toEqual([id]);
    await api.delete(`/memories/${id}`);
    await expectReplay();
    expect(await list(api, { run_id: 'once' })).toEqual([]);
  });

  it('for an update, whose version counts once', async () => {
    const id = await write(api, 'to be changed');
    const key = newKey();
    const first = await api.put(`/memories/${id}`, { metadata: { n: 1 } }, key);
    await api.put(`/memories/${id}`, { metadata: { n: 2 } });
    const again = await api.put(`/memories/${id}`, { metadata: { n: 1 } }, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await api.get(`/memories/${id}`)).body).toMatchObject({ version: 3, metadata: { n: 2 } });
  });

  it('for a deletion', async () => {
    const id = await write(api, 'to be deleted');
    const key = newKey();
    const first = await api.delete(`/memories/${id}`, key);
    const again = await api.delete(`/memories/${id}`, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await api.delete(`/memories/${id}`)).status).toBe(404);
  });

  it('for a retry', async () => {
    const id = await writeFailed(app, api, 'to be retried');
    const key = newKey();
    const first = await api.post(`/memories/${id}/retry`, undefined, key);
    expect(first.status).toBe(202);
    await untilStatus(api, id, 'ready');
    const again = await api.post(`/memories/${id}/retry`, undefined, key);
    expect([again.status, again.text, again.headers['location']]).toEqual([202, first.text, first.headers['location']]);
    expect((await api.get(`/memories/${id}`)).body.status).toBe('ready');
  });
});

describe('what makes two requests the same', () => {
  const sendRaw = (raw: string, headers: Record<string, string>, path = '/memories') =>
    app.call({ method: 'POST', path, raw, headers: { ...api.headers, ...headers } });

  it('is not the order of keys, the blanks or the escapes in the JSON', async () => {
    const key = newKey();
    const first = await sendRaw('{"text":"é","metadata":{"a":1,"b":[{"c":2,"d":3}]}}', key);
    const again = await sendRaw('{ "metadata": {"b":[{"d":3,"c":2.0}],"a":1}, "text" : "\\u00e9" }', key);
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

  it('is the order of items, each value, and each field', async () => {
    const key = newKey();
    const body = { text: 'a', metadata: { tags: ['x', 'y'] } };
    expect((await api.post('/memories', body, key)).status).toBe(202);
    const others = [
      { ...body, text: 'A' },
      { ...body, metadata: { tags: ['y', 'x'] } },
      { ...body, metadata: {} },
      { ...body, agent_id: 'b' },
      { ...body, infer: true },
    ];
    for (const other of others) {
      const response = await api.post('/memories', other, key);
      expect([response.status, response.body.code], JSON.stringify(other)).toEqual([409, 'idempotency_key_reused']);
    }
    expect((await api.post('/memories', body, key)).status).toBe(202);
  });

  it('is what was sent, not what the server makes of it: a default that is spelt out makes another request', async () => {
    const key = newKey();
    const first = await api.post('/memories', { text: 'same' }, key);
    const spelt = await api.post('/memories', { text: 'same', infer: false }, key);
    expect([spelt.status, spelt.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await api.post('/memories', { text: 'same' }, key)).text).toBe(first.text);
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

  it('does not apply to reads: GET and POST /search ignore the key', async () => {
    const key = newKey();
    expect((await api.post('/search', { query: 'one' }, key)).status).toBe(200);
    expect((await api.post('/search', { query: 'two' }, key)).status).toBe(200);
  });
});

describe('rejections are not kept', () => {
  it('the key of a 400 can be used for the request put right', async () => {
    const key = newKey();
    expect((await api.post('/memories', { text: ' ' }, key)).status).toBe(400);
    expect((await api.post('/memories', { text: 'right' }, key)).status).toBe(202);
  });

  it('nor 404 and 409', async () => {
    const key = newKey();
    const missing = '/memories/mem_00000000000000000000000000';
    expect((await api.delete(missing, key)).status).toBe(404);
    expect((await api.put(missing, { text: 'a' }, key)).status).toBe(404);
    const id = await writeReady(api, 'ready');
    expect((await api.post(`/memories/${id}/retry`, undefined, key)).status).toBe(409);
    expect((await api.delete(`/memories/${id}`, key)).status).toBe(200);
  });

  it('nor a 503, after which the write can be repeated safely', async () => {
    const key = newKey();
    app.setFault('unavailable');
    const rejected = await api.post('/memories', { text: 'again' }, key).finally(() => app.setFault('none'));
    expect(rejected.status).toBe(503);
    expect((await api.post('/memories', { text: 'again' }, key)).status).toBe(202);
  });
});

describe('simultaneous repetitions', () => {
  it('all get the response of the one that wrote', async () => {
    const key = newKey();
    const body = { text: 'many at once', run_id: 'crowd' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.post('/memories', body, key)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await list(api, { run_id: 'crowd' })).toEqual([responses[0]?.body.memory_id]);
  });

  it('of an update change the memory once', async () => {
    const id = await write(api, 'changed by many');
    const key = newKey();
    const change = () => api.put(`/memories/${id}`, { text: 'changed once' }, key);
    const responses = await Promise.all(Array.from({ length: 10 }, change));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await api.get(`/memories/${id}`)).body.version).toBe(2);
  });

  it('of a deletion all get the receipt', async () => {
    const id = await write(api, 'deleted by many');
    const key = newKey();
    const responses = await Promise.all(Array.from({ length: 10 }, () => api.delete(`/memories/${id}`, key)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('with different bodies: one writes, the others are rejected because the key is taken', async () => {
    const key = newKey();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) => api.post('/memories', { text: `version ${at}`, run_id: 'rivals' }, key)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
    expect(await list(api, { run_id: 'rivals' })).toHaveLength(1);
  });
});
