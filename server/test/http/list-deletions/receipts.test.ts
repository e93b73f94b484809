import { expect } from 'vitest';
import { write } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { TestAccount, TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register({ plan: 'enterprise' });
});

it('200: a receipt of each single delete, in pages, newest first, and none of what was not deleted', async () => {
  const { api } = account;
  const ids = [await write(api, 'one'), await write(api, 'two')];
  const deleted: string[] = [];
  for (const id of ids) deleted.unshift((await api.delete(`/memories/${id}`)).body.deletion_id);
  expect((await api.delete(`/memories/${ids[0]}`)).status).toBe(404);
  await api.delete('/memories?user_id=alice');
  const { body: first } = await api.get('/deletions?limit=1');
  const { body: second } = await api.get(`/deletions?limit=1&cursor=${first.next_cursor}`);
  expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(deleted);
  expect([first.results[0].parameters, second.next_cursor]).toEqual([{ memory_id: ids[1] }, null]);
  expect((await api.get('/deletions?kind=expiry')).body.results).toEqual([]);
  await app.services.runDeletions();
  const { body: verified } = await api.get('/deletions?kind=memory');
  for (const one of verified.results) {
    expect(one).toMatchObject({ matched: 1, removed: { memories: 1 }, verified_at: expect.any(String) });
  }
});

it('200: a receipt has the time since which compaction is due for it, and none after the compaction', async () => {
  const { api } = account;
  const { headers } = api;
  const { deletion_id } = (await api.delete(`/memories/${await write(api, 'three')}`)).body;
  await app.services.runDeletions();
  const path = `/deletions/${deletion_id}`;
  const { started_at, verified_at, compaction_due_since } = (await api.get(path)).body;
  // Whichever account of the server was the first to delete, the receipt only has its own time.
  expect(compaction_due_since).toBe(started_at);
  const dueFor = async (due: number | null) => {
    const served = await app.withServices({ compactionDueSince: async () => due });
    const { results } = (await served.call({ method: 'GET', path: '/deletions?limit=1', headers })).body;
    const { body } = await served.call({ method: 'GET', path, headers });
    expect(body.compaction_due_since).toBe(results[0].compaction_due_since);
    return body.compaction_due_since;
  };
  expect(await dueFor(null)).toBeNull();
  expect(await dueFor(Date.parse(started_at) - 86_400_000)).toBe(started_at);
  expect(await dueFor(Date.parse(verified_at) + 3_600_000)).toBeNull();
});

it('400: a cursor that no page had', async () => {
  expect((await account.api.get('/deletions?cursor=abc')).body.errors[0].path).toBe('/query/cursor');
});
