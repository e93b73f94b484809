import { expect } from 'vitest';
import { done } from '../../mcp/tool-calls.ts';
import { write } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, account, api } = useAccount();
it.beforeAll(async () => {
  await write((await app.register()).api, 'a kite', { user_id: 'theirs', metadata: { project: 'theirs' } });
  const metadata = { project: 'apollo', source: 'slack', memory_type: 'debug', tags: ['sea', 'sky', 'sea'] };
  await write(api, 'a kite', { user_id: 'alice', agent_id: 'planner', run_id: 'monday', metadata });
  await write(api, 'a boat', { user_id: 'alice', metadata: { project: ['apollo', 'gemini'], tags: 'sky', source: 5 } });
  await write(api, 'a tree', { occurred_at: '2020-01-01T00:00:00Z', metadata: { tags: [null, ['deep']] } });
  await done(api, 'service_add', { memory: 'Boats:\n1) Sails.', user_id: 'alice', metadata: { project: 'mercury' } });
});

const facets = async (query = '') => {
  const { status, body } = await api.get(`/facets${query}`);
  expect(status).toBe(200);
  return body;
};

it('200: counts end users, the account for memories without one, and each string of the metadata', async () => {
  const counted = await facets();
  expect(counted).toMatchObject({
    users: [
      { value: 'alice', count: 3 },
      { value: account.id, count: 1 },
    ],
    agents: [{ value: 'planner', count: 1 }],
    runs: [{ value: 'monday', count: 1 }],
    memory_types: expect.arrayContaining([{ value: 'debug', count: 1 }]),
    tags: [
      { value: 'sky', count: 2 },
      { value: 'sea', count: 1 },
    ],
    total: 4,
  });
  expect(counted.projects.slice(0, 1)).toEqual([{ value: 'apollo', count: 2 }]);
  expect(counted.projects).toContainEqual({ value: 'gemini', count: 1 });
  expect(counted.sources).toContainEqual({ value: 'slack', count: 1 });
  expect(counted).not.toHaveProperty('warnings');
});

it('200: all scope parameters that are given must hold', async () => {
  const total = async (query: string) => (await facets(query)).total;
  expect(await total('?user_id=alice&tag=sky')).toBe(2);
  expect(await total(`?user_id=${account.id}`)).toBe(3);
  expect(await total('?agent_id=planner&run_id=monday&source=slack&memory_type=debug&project=apollo')).toBe(1);
  expect(await total('?occurred_to=2020-01-02T00:00:00Z')).toBe(1);
  expect(await total('?created_to=2020-01-02T00:00:00Z')).toBe(0);
});
