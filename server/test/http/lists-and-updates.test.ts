import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { find, idsOf, list, untilStatus, write, writeReady } from './memory-steps.ts';
import { type Client, startTestApp, type TestApp } from './start-test-app.ts';

let app: TestApp;
let api: Client;
beforeAll(async () => {
  app = await startTestApp();
  api = app.first.api;
});
afterAll(() => app.close());

describe('GET /memories', () => {
  const ids: string[] = [];
  beforeAll(async () => {
    const memories = [
      {
        agent_id: 'planner',
        run_id: 'r1',
        metadata: { project: 'apollo', source: 'slack', memory_type: 'debug', tags: ['a', 'b'] },
      },
      {
        agent_id: 'planner',
        run_id: 'r2',
        metadata: { project: 'Apollo', source: 'mail', memory_type: 'decision', tags: ['b'] },
      },
      { agent_id: 'coder', run_id: 'r1', metadata: { project: ['apollo', 'gemini'], source: 'slack', tags: 'a' } },
      { agent_id: 'coder', metadata: { project: 7, tags: [1, true, 'a.b', '$gt'] } },
    ];
    for (const memory of memories) ids.push(await write(api, 'a listed memory', memory));
  });
  const at = (...indexes: number[]) => indexes.map((index) => ids[index]);

  it.each<[Record<string, string>, number[]]>([
    [{}, [3, 2, 1, 0]],
    [{ agent_id: 'planner' }, [1, 0]],
    [{ run_id: 'r1' }, [2, 0]],
    [{ run_id: 'r1', agent_id: 'coder' }, [2]],
    [{ project: 'apollo' }, [2, 0]],
    [{ project: 'Apollo' }, [1]],
    [{ project: 'apol' }, []],
    [{ project: '7' }, []],
    [{ source: 'slack' }, [2, 0]],
    [{ memory_type: 'decision' }, [1]],
    [{ tag: 'a' }, [2, 0]],
    [{ tag: 'b' }, [1, 0]],
    [{ tag: '1' }, []],
    [{ tag: 'true' }, []],
    [{ tag: 'a.b' }, [3]],
    [{ tag: '$gt' }, [3]],
    [{ tag: 'a', source: 'slack', project: 'gemini' }, [2]],
    [{ user_id: 'somebody else' }, []],
    [{ status: 'failed' }, []],
  ])('narrows by %j, newest first', async (query, indexes) => {
    expect(await list(api, query)).toEqual(at(...indexes));
  });

  it('narrows by status', async () => {
    for (const id of ids) await untilStatus(api, id, 'ready');
    app.embedder.hold();
    const pending = await write(api, 'still pending', { agent_id: 'slow' });
    expect(await list(api, { status: 'pending' })).toEqual([pending]);
    expect(await list(api, { status: 'ready' })).toEqual(at(3, 2, 1, 0));
    app.embedder.release();
    await untilStatus(api, pending, 'ready');
  });

  it('goes through pages without repeating or skipping one while others are written and deleted', async () => {
    const pages = { metadata: { project: 'pages' } };
    const written: string[] = [];
    for (let count = 0; count < 7; count++) written.unshift(await write(api, 'a page of it', pages));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const page = await api.get(`/memories?project=pages&limit=2${query}`);
      seen.push(...idsOf(page));
      cursor = page.body.next_cursor;
      await write(api, 'a late page', pages);
      if (seen.length === 2) await api.delete(`/memories/${seen[1]}`);
    } while (cursor);
    expect(seen).toEqual(written);
  });

  it('refuses a cursor with other filters, and takes it with another limit', async () => {
    const { body } = await api.get('/memories?project=pages&limit=1');
    const cursor = body.next_cursor;
    for (const filters of ['project=apollo', 'project=pages&tag=a', '', 'project=pages&status=ready', 'source=pages']) {
      const response = await api.get(`/memories?${filters}&cursor=${cursor}`);
      expect(response.status, filters).toBe(400);
      expect(response.body.errors).toEqual([
        { path: '/query/cursor', message: expect.stringContaining('other filters') },
      ]);
    }
    expect((await api.get(`/memories?project=pages&limit=3&cursor=${cursor}`)).body.results).toHaveLength(3);
  });

  it('ends with a null cursor, also when the last page is just full', async () => {
    const total = (await list(api)).length;
    const { body } = await api.get(`/memories?limit=${total}`);
    expect(body.results).toHaveLength(total);
    const rest = body.next_cursor === null ? [] : await list(api, { limit: '10', cursor: body.next_cursor });
    expect(rest).toEqual([]);
  });
});

describe('PUT /memories/{memory_id}', () => {
  it('merges metadata one level deep; null removes a key, and the text stays ready', async () => {
    const id = await writeReady(api, 'merge me', { metadata: { keep: 1, drop: 2, deep: { a: 1, b: 2 } } });
    const before = (await api.get(`/memories/${id}`)).body;
    const { body, status } = await api.put(`/memories/${id}`, {
      metadata: { drop: null, deep: { c: 3 }, new: [null] },
    });
    expect(status).toBe(200);
    const changes = { metadata: { keep: 1, deep: { c: 3 }, new: [null] }, version: 2, updated_at: body.updated_at };
    expect(body).toEqual({ ...before, ...changes });
    expect(body.updated_at > before.updated_at).toBe(true);
    expect((await api.get(`/memories/${id}`)).body).toEqual(body);
    expect(await find(api, 'merge', { filters: { drop: 2 } })).toEqual([]);
    expect(await find(api, 'merge', { filters: { keep: 1 } })).toEqual([id]);
  });

  it('holds the merged metadata to 16 KB', async () => {
    const id = await write(api, 'nearly full', { metadata: { a: 'x'.repeat(10_000) } });
    const response = await api.put(`/memories/${id}`, { metadata: { b: 'x'.repeat(10_000) } });
    expect(response.status).toBe(400);
    expect(response.body.errors[0]).toMatchObject({
      path: '/body/metadata',
      message: expect.stringContaining('16384'),
    });
    expect((await api.put(`/memories/${id}`, { metadata: { a: null, b: 'x'.repeat(10_000) } })).status).toBe(200);
  });

  it('lets old words and the old meaning go at once, before the new text is embedded', async () => {
    const scope = { run_id: 'rewritten' };
    const id = await writeReady(api, 'The violin is in the cellar', scope);
    expect(await find(api, 'violin', scope)).toEqual([id]);
    app.embedder.hold();
    const { body } = await api.put(`/memories/${id}`, { text: 'Trains leave at noon' });
    expect(body).toMatchObject({
      memory: 'Trains leave at noon',
      status: 'pending',
      version: 2,
      outcome: null,
      entities: [],
    });
    expect(await find(api, 'violin cellar', scope)).toEqual([]);
    expect(await find(api, 'where is the musical instrument kept', scope)).toEqual([]);
    expect(await find(api, 'trains', scope)).toEqual([id]);
    app.embedder.release();
    await untilStatus(api, id, 'ready');
    await expectLikeNew(id, 'Trains leave at noon', scope, ['violin cellar', 'railway departure time']);
  });

  it('holds against the ingest of the old text that ends later', async () => {
    app.embedder.hold();
    const id = await write(api, 'The first version speaks of camels', { run_id: 'late' });
    await api.put(`/memories/${id}`, { text: 'The second version speaks of glaciers' });
    app.embedder.release();
    await untilStatus(api, id, 'ready');
    const scope = { run_id: 'late' };
    await expectLikeNew(id, 'The second version speaks of glaciers', scope, ['camels', 'large rivers of ice']);
  });

  it('drops messages with the text they made', async () => {
    const created = await api.post('/memories', { messages: [{ role: 'user', content: 'hello' }] });
    const { body } = await api.put(`/memories/${created.body.memory_id}`, { text: 'a text' });
    expect(body.memory).toBe('a text');
    expect(body).not.toHaveProperty('messages');
  });

  it('lets simultaneous updates of different keys all count', async () => {
    const id = await write(api, 'contended');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => api.put(`/memories/${id}`, { metadata: { [`key${at}`]: at } })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { body } = await api.get(`/memories/${id}`);
    expect(Object.keys(body.metadata)).toHaveLength(8);
    expect(body.version).toBe(9);
  });
});

/** A memory with this text that never had another one scores the same: nothing is left of the old text. */
async function expectLikeNew(id: string, text: string, scope: object, queries: string[]): Promise<void> {
  // In a run of its own: beside the memory it would be a copy of it.
  const twinScope = { run_id: crypto.randomUUID() };
  const twin = await writeReady(api, text, twinScope);
  for (const query of queries) {
    const scoreOf = async (wanted: string, within: object) => {
      const { body } = await api.post('/search', { query, ...within });
      return body.results.find((hit: { id: string }) => hit.id === wanted)?.score;
    };
    expect(await scoreOf(id, scope), query).toBe(await scoreOf(twin, twinScope));
  }
  expect(await find(api, queries.at(-1) as string, scope)).toContain(id);
}
