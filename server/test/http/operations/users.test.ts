import { describe, expect } from 'vitest';
import { callTool, done } from '../../mcp/tool-calls.ts';
import { find, list, write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';
import type { TestAccount } from '../start-test-app.ts';

const { app, account, api } = useAccount();
let other: TestAccount;
it.beforeAll(async () => {
  other = await app.register();
});

const profileOf = async (query: string) => (await api.get(`/profile?${query}`)).body;

describe('end users over REST', () => {
  const ids: Record<string, string> = {};
  it.beforeAll(async () => {
    for (const user_id of ['alice', 'bob']) ids[user_id] = await writeReady(api, 'I prefer tea', { user_id });
    const overMcp = { memory: 'Drinks:\n1) Prefers tea.', user_id: 'alice' };
    ids['mcp'] = (await done(api, 'service_add', overMcp)).data.memory_id;
    ids['none'] = await writeReady(api, 'I prefer tea');
  });
  const of = (...names: string[]) => names.map((name) => ids[name]).sort();

  it('200: each finds what was written for them over REST and MCP, and nothing of another', async () => {
    const found = async (user_id: string) => (await find(api, 'tea', { user_id })).sort();
    expect(await found('alice')).toEqual(of('alice', 'mcp'));
    expect(await found('bob')).toEqual(of('bob'));
    expect((await list(api, { user_id: 'alice' })).sort()).toEqual(of('alice', 'mcp'));
    expect((await profileOf('user_id=bob')).memory_count).toBe(1);
    const overMcp = await done(api, 'service_search', { query: 'tea', user_id: 'bob' });
    expect(overMcp.data.results).toMatchObject([{ id: ids['bob'], user_id: account.id, end_user_id: 'bob' }]);
    expect(overMcp.text).toContain('; end_user_id bob');
  });

  it("200: the account's own id finds all that was written over REST, and nothing of a user over MCP", async () => {
    const all = of('alice', 'bob', 'none');
    expect((await find(api, 'tea', { user_id: account.id })).sort()).toEqual(all);
    expect((await list(api, { user_id: account.id })).sort()).toEqual(all);
    expect((await profileOf(`user_id=${account.id}`)).memory_count).toBe(3);
    expect((await done(api, 'service_list', {})).data.results).toHaveLength(3);
  });
});

describe('an unknown user', () => {
  const warned = [
    { code: 'unknown_user_id', message: expect.stringContaining('No memory that this API key can read') },
  ];
  const responses = async (user_id: string) => {
    const { body: search } = await api.post('/search', { query: 'qqxz', user_id, threshold: 1 });
    const { body: listed } = await api.get(`/memories?user_id=${user_id}&tag=none`);
    const { body: facets } = await api.get(`/facets?user_id=${user_id}&tag=none`);
    const profile = await profileOf(`user_id=${user_id}&project=none`);
    return [search, listed, profile, facets].map(({ warnings }) => warnings);
  };

  it('200: is named in warnings by search, list, profile and facets, also when another account has it', async () => {
    await write(other.api, 'I prefer tea', { user_id: 'theirs' });
    expect(await responses('theirs')).toEqual(Array(4).fill(warned));
    expect(await responses(account.id)).toEqual(Array(4).fill(undefined));
    for (const [tool, args] of [
      ['search', { query: 'tea' }],
      ['list', {}],
      ['profile', {}],
    ] as const) {
      const result = await callTool(api, `service_${tool}`, { ...args, user_id: 'theirs' });
      expect(result).toMatchObject({ data: { warnings: warned }, text: expect.stringContaining('Warning: No memory') });
    }
  });
});
