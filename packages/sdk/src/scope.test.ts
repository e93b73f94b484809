import { describe, expect, it } from 'vitest';
import { Mnema } from './client.ts';
import { MnemaError } from './errors.ts';

function clientOf(): { mnema: Mnema; sent: { path: string; body: unknown }[] } {
  const sent: { path: string; body: unknown }[] = [];
  const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
    const path = url.slice('http://127.0.0.1:8787'.length);
    sent.push({ path, body: body === undefined ? undefined : JSON.parse(String(body)) });
    return Response.json({ results: [], next_cursor: path === '/memories?user_id=alice' ? 'c1' : null });
  };
  return { mnema: new Mnema({ apiKey: 'mnk_1', baseUrl: 'http://127.0.0.1:8787', fetch }), sent };
}

const scope = { user_id: 'alice', agent_id: 'planner', run_id: 'r1' };

describe('a scoped client', () => {
  it('fills its scope in wherever a method takes it', async () => {
    const { mnema, sent } = clientOf();
    const scoped = mnema.forUser('alice').forAgent('planner').forRun('r1');
    await scoped.add('tea');
    await scoped.addMany([{ text: 'tea' }]);
    await scoped.search('tea', { top_k: 3 });
    await scoped.list({ limit: 2 });
    await scoped.facets({ tag: 'hot' });
    await scoped.map({ tag: 'hot' });
    await scoped.profile();
    await scoped.recall('tea', { project: 'p', top_k: 3, filters: { a: 1 }, max_characters: 500 });
    await scoped.usage();
    await scoped.update('mem_1', { text: 'coffee' });
    expect(sent).toEqual([
      { path: '/memories', body: { text: 'tea', ...scope } },
      { path: '/memories/batch', body: { memories: [{ text: 'tea', ...scope }] } },
      { path: '/search', body: { query: 'tea', top_k: 3, ...scope } },
      { path: '/memories?limit=2&user_id=alice&agent_id=planner&run_id=r1', body: undefined },
      { path: '/facets?tag=hot&user_id=alice&agent_id=planner&run_id=r1', body: undefined },
      { path: '/map?tag=hot&user_id=alice&agent_id=planner&run_id=r1', body: undefined },
      { path: '/profile?user_id=alice&agent_id=planner', body: undefined },
      { path: '/profile?project=p&max_characters=500&user_id=alice&agent_id=planner', body: undefined },
      { path: '/search', body: { query: 'tea', project: 'p', top_k: 3, filters: { a: 1 }, ...scope } },
      { path: '/usage', body: undefined },
      { path: '/memories/mem_1', body: { text: 'coffee' } },
    ]);
  });

  it('fills its scope in on each page', async () => {
    const { mnema, sent } = clientOf();
    for await (const _memory of mnema.forUser('alice').list());
    expect(sent.map(({ path }) => path)).toEqual(['/memories?user_id=alice', '/memories?cursor=c1&user_id=alice']);
  });

  it('takes the same value from a call and rejects another one before a request', async () => {
    const { mnema, sent } = clientOf();
    const alice = mnema.forUser('alice');
    const given = { text: 'tea', user_id: 'alice', agent_id: 'barista' };
    await alice.add(given);
    expect(sent).toEqual([{ path: '/memories', body: given }]);
    const calls: [string, Promise<unknown>][] = [
      ['/body/user_id', alice.add('tea', { user_id: 'bob' })],
      ['/body/memories/1/user_id', alice.addMany([{ text: 'tea' }, { text: 'tea', user_id: 'bob' }])],
      ['/body/user_id', alice.search('tea', { user_id: '' })],
      ['/query/user_id', Promise.resolve(alice.list({ user_id: 'bob' }))],
    ];
    for (const [path, call] of calls) {
      const message = 'differs from "alice" of this client';
      await expect(call).rejects.toMatchObject({ code: 'invalid_argument', errors: [{ path, message }] });
    }
    expect(sent).toHaveLength(1);
  });

  it('stays with its scope, and leaves the client that it comes from as it was', async () => {
    const { mnema, sent } = clientOf();
    const alice = mnema.forUser('alice');
    expect(alice.forUser('alice')).toBeInstanceOf(Mnema);
    expect(() => alice.forUser('bob')).toThrow(MnemaError);
    for (const id of ['', undefined as unknown as string]) expect(() => mnema.forAgent(id)).toThrow('/agent_id');
    await mnema.add('tea');
    expect(sent[0]?.body).toEqual({ text: 'tea' });
  });
});
