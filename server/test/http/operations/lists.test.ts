import { expect } from 'vitest';
import { idsOf, list, write } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { api } = useAccount();
const ids: string[] = [];

it.beforeAll(async () => {
  const [apollo, other] = [
    { project: 'apollo', source: 'slack', memory_type: 'debug', tags: ['a', 'b'] },
    { project: 'Apollo', source: 'mail', memory_type: 'decision', tags: ['b'] },
  ];
  const memories = [
    { agent_id: 'planner', run_id: 'r1', metadata: apollo },
    { agent_id: 'planner', run_id: 'r2', metadata: other },
    { agent_id: 'coder', run_id: 'r1', metadata: { project: ['apollo', 'gemini'], source: 'slack', tags: 'a' } },
    { agent_id: 'coder', metadata: { project: 7, tags: [1, true, 'a.b', '$gt'] } },
  ];
  for (const memory of memories) ids.push(await write(api, 'a listed memory', memory));
});

const listedAt = (...indexes: number[]) => indexes.map((index) => ids[index]);

it.each<[Record<string, string>, number[]]>([
  [{ run_id: 'r1', agent_id: 'coder' }, [2]],
  [{ memory_type: 'decision' }, [1]],
  [{ tag: '$gt' }, [3]],
  [{ tag: 'a', source: 'slack', project: 'gemini' }, [2]],
])('200: narrowed by %j, newest first', async (query, indexes) => {
  expect(await list(api, query)).toEqual(listedAt(...indexes));
});

const at = (minute: number) => `2026-11-20T12:0${minute}:00+00:00`;

it.each([
  ['occurred_to', { occurred_from: at(2), occurred_to: at(2) }],
  ['created_to', { created_from: at(2), created_to: at(1) }],
  ['created_from', { created_from: '2026-02-30T00:00:00Z' }],
])('400: names %s when the range is empty or no time', async (name, range: Record<string, string>) => {
  const { status, body } = await api.get(`/memories?${new URLSearchParams(range)}`);
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, [`/query/${name}`]]);
  const search = await api.post('/search', { query: 'it happened', ...range });
  expect([search.status, search.body.errors[0].path]).toEqual([400, `/body/${name}`]);
});

it('400: a cursor with other filters; another limit is accepted', async () => {
  const { body } = await api.get('/memories?agent_id=planner&limit=1');
  const listed = (query: string) => api.get(`/memories?${query}&cursor=${body.next_cursor}`);
  for (const filters of ['agent_id=coder', 'agent_id=planner&tag=a', '', 'agent_id=planner&direction=asc']) {
    const { status, body: problem } = await listed(filters);
    const message = expect.stringContaining('other filters');
    expect([filters, status, problem.errors]).toEqual([filters, 400, [{ path: '/query/cursor', message }]]);
  }
  expect(idsOf(await listed('agent_id=planner&limit=3'))).toEqual(listedAt(0));
});
