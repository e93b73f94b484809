import { expect, it } from 'vitest';
import { until, write, writeReady } from '../memory-steps.ts';
import { useClockedAccount } from '../shared-apps.ts';

const { app, account, api, clock } = useClockedAccount({ plan: 'enterprise' });

/** Requests a map until it is computed. */
async function readMap(query = '', client = api) {
  const { status, body } = await until(
    () => client.get(`/map${query}`),
    (response) => response.body.status !== 'computing',
  );
  expect([status, body.status]).toEqual([200, 'ready']);
  return body;
}

type Point = Record<string, unknown>;

const idsOf = ({ points }: { points: Point[] }) => points.map(({ memory_id }) => memory_id);

it('200: a point for each memory with a vector, with what a page shows of it', async () => {
  const metadata = { project: [7, 'apollo', 'gemini'], memory_type: 'decision' };
  const occurred_at = '2026-01-02T03:04:05.000Z';
  const more = { user_id: 'ada', agent_id: 'planner', metadata, occurred_at };
  const id = await writeReady(api, `The launch\nmoves ${'far '.repeat(60)}`, more);
  const other = await writeReady(api, 'Tea without sugar');
  app.embedder.hold();
  await write(api, 'pending');
  const { points, ...map } = await readMap();
  app.embedder.release();
  expect(map).toEqual({ status: 'ready', total: 3, computed_at: new Date(clock.time).toISOString() });
  const positions = { x: expect.any(Number), y: expect.any(Number) };
  expect(points).toEqual([
    {
      ...{ memory_id: id, ...positions, user_id: 'ada', agent_id: 'planner', occurred_at },
      ...{ excerpt: expect.stringMatching(/^The launch moves far .{1,160}…$/), project: 'apollo' },
      memory_type: 'decision',
    },
    {
      ...{ memory_id: other, ...positions, excerpt: 'Tea without sugar', user_id: account.id, agent_id: null },
      ...{ project: null, memory_type: null, occurred_at: expect.any(String) },
    },
  ]);
  expect(new Set(points.map(({ x, y }: Point) => `${x} ${y}`)).size).toBe(2);
});

it('200: all scope parameters hold', async () => {
  const ofAda = await writeReady(api, 'Tea without sugar', { user_id: 'ada', metadata: { tags: ['hot'] } });
  const cold = await writeReady(api, 'Juice with ice', { user_id: 'ada' });
  await writeReady(api, 'Coffee with milk', { user_id: 'bob', metadata: { tags: ['hot'] } });
  expect(idsOf(await readMap())).toHaveLength(3);
  expect(idsOf(await readMap('?user_id=ada'))).toEqual([ofAda, cold]);
  expect(idsOf(await readMap('?user_id=ada&tag=hot'))).toEqual([ofAda]);
});

it('200: a deleted or expired memory leaves a computed map at once, and a changed one has its new text and project', async () => {
  const expires_at = new Date(clock.time + 60_000).toISOString();
  const expiring = await writeReady(api, 'The ferry leaves at nine', { expires_at });
  const changed = await writeReady(api, 'The bus leaves at ten', { metadata: { project: 'apollo' } });
  const deleted = await writeReady(api, 'The train leaves at eleven');
  expect(idsOf(await readMap())).toEqual([expiring, changed, deleted]);
  expect((await api.delete(`/memories/${deleted}`)).status).toBe(200);
  const change = { text: 'The bus leaves at one', metadata: { project: 'gemini' } };
  expect(idsOf(await readMap('?project=apollo'))).toEqual([changed]);
  expect((await api.put(`/memories/${changed}`, change)).status).toBe(200);
  expect(idsOf(await readMap('?project=apollo'))).toEqual([]);
  expect(idsOf(await readMap())).not.toContain(deleted);
  clock.time += 60_000;
  const { points } = await readMap();
  expect(points.filter(({ memory_id }: Point) => memory_id !== changed)).toEqual([]);
  for (const { excerpt } of points) expect(excerpt).toBe('The bus leaves at one');
});
