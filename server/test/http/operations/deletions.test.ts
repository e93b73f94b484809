import { expect } from 'vitest';
import { addMemories } from '../add-memories.ts';
import { find, list, write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, account, api } = useAccount();
const keyed = () => ({ 'Idempotency-Key': crypto.randomUUID() });

it('200: counts without confirm, deletes with the right number only, and leaves the rest', async () => {
  const other = await app.register();
  await write(other.api, 'a heron', { user_id: 'alice' });
  const kept = await write(api, 'a heron of Bob', { user_id: 'bob' });
  const id = await writeReady(api, 'a heron nests on the roof', { user_id: 'alice', metadata: { project: 'roof' } });
  const changing = keyed();
  await api.put(`/memories/${id}`, { text: 'a heron nests on the chimney' }, changing);
  const pending = await write(api, 'a heron in the fog', { user_id: 'alice', metadata: { project: 'roof' } });
  const warnings = [{ code: 'not_confirmed', message: expect.stringContaining('confirm=2') }];
  expect((await api.delete('/memories?user_id=alice')).body).toEqual({ matched: 2, deleted: 0, warnings });
  const rejected = await api.delete('/memories?user_id=alice&confirm=3');
  expect([rejected.status, rejected.body.code, rejected.body.matched]).toEqual([409, 'confirmation_mismatch', 2]);
  expect(await list(api, { user_id: 'alice' })).toEqual([pending, id]);
  const response = await api.delete('/memories?user_id=alice&project=roof&confirm=2');
  const { deletion_id } = response.body;
  expect(deletion_id).toMatch(/^del_/);
  expect(response.body).toEqual({ matched: 2, deleted: 2, deletion_id, status: 'done' });
  for (const gone of [id, pending]) expect((await api.get(`/memories/${gone}`)).status).toBe(404);
  expect(await list(api, {})).toEqual([kept]);
  expect(await find(api, 'heron', { top_k: 100 })).toEqual([kept]);
  expect((await api.get('/facets')).body.users).toEqual([{ value: 'bob', count: 1 }]);
  expect((await api.get('/profile?user_id=alice')).body.memory_count).toBe(0);
  expect((await api.get(`/memories/${id}/versions`)).status).toBe(404);
  expect((await api.put(`/memories/${id}`, { text: 'a heron nests on the chimney' }, changing)).status).toBe(404);
  expect(await list(other.api, { user_id: 'alice' })).toHaveLength(1);
  await app.services.runDeletions();
  const { body: receipt } = await api.get(`/deletions/${deletion_id}`);
  expect(receipt).toMatchObject({
    ...{ id: deletion_id, kind: 'scope', status: 'done', matched: 2, verified_at: expect.any(String) },
    actor: { kind: 'api_key', key_prefix: account.key.slice(0, 12) },
    parameters: { user_id: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/), project: 'roof' },
    removed: { memories: 2, versions: 1, vectors: expect.any(Number), stored_responses: 1 },
  });
  expect(receipt.removed.word_entries).toBeGreaterThan(4);
  const listed = async (query: string) => (await api.get(`/deletions${query}`)).body.results;
  expect(await listed('?user_id=alice')).toEqual([receipt]);
  expect(await listed('?user_id=bob')).toEqual([]);
  expect((await other.api.get('/deletions?user_id=alice')).body.results).toEqual([]);
  const audited = (await account.session.get('/audit')).body.results.filter(
    ({ action }: { action: string }) => action === 'memories_deleted',
  );
  expect(audited).toMatchObject([{ actor: { kind: 'api_key' }, detail: { deletion_id, matched: 2 } }]);
});

it('409: of several deletions at once one deletes, and the others count what is left', async () => {
  const user_id = 'carol';
  for (let at = 0; at < 4; at++) await write(api, `newt ${at}`, { user_id });
  const all = await Promise.all(Array.from({ length: 6 }, () => api.delete(`/memories?user_id=${user_id}&confirm=4`)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  for (const { status, body } of all) {
    expect(body).toMatchObject(status === 200 ? { deleted: 4 } : { code: 'confirmation_mismatch', matched: 0 });
  }
  const { body } = await api.get(`/deletions?user_id=${user_id}`);
  expect(body.results).toMatchObject([{ matched: 4, removed: { memories: 4 } }]);
});

it('400: no scope parameter; all=true deletes everything, and only within a restriction of the key', async () => {
  const own = await app.register({ plan: 'enterprise' });
  for (const user_id of ['alice', 'bob']) await write(own.api, 'a newt', { user_id });
  const { status, body } = await own.api.delete('/memories?confirm=2');
  expect([status, body.errors[0].path]).toEqual([400, '/query']);
  const restricted = app.client({ 'X-API-Key': (await app.createKey(own, { restrict: { user_id: 'alice' } })).key });
  expect((await restricted.delete('/memories?all=true&confirm=1')).body.deleted).toBe(1);
  expect((await own.api.get('/facets')).body.users).toEqual([{ value: 'bob', count: 1 }]);
  expect((await own.api.delete('/memories?all=true&confirm=1')).body.deleted).toBe(1);
  expect(await list(own.api)).toEqual([]);
});

it('202: more than 1,000 memories are hidden before the response, and removed and verified later', async () => {
  await addMemories(app, account, 1_001, { runId: 'long' });
  const { status, body } = await api.delete('/memories?run_id=long&confirm=1001');
  expect([status, body.status, body.deleted]).toEqual([202, 'running', 1_001]);
  expect(await list(api, { run_id: 'long' })).toEqual([]);
  const { body: counted } = await api.delete('/memories?run_id=long');
  expect(counted.matched).toBe(0);
  const receipt = async () => {
    await app.services.runDeletions();
    return (await api.get(`/deletions/${body.deletion_id}`)).body;
  };
  const done = { status: 'done', matched: 1_001, removed: { memories: 1_001 }, verified_at: expect.any(String) };
  await expect.poll(receipt).toMatchObject(done);
});

it('200: a receipt has the time since which compaction is due for it, and none after the compaction', async () => {
  const { deletion_id } = (await api.delete(`/memories/${await write(api, 'three')}`)).body;
  await app.services.runDeletions();
  const path = `/deletions/${deletion_id}`;
  const { started_at, verified_at, compaction_due_since } = (await api.get(path)).body;
  // Whichever account of the server was the first to delete, the receipt only has its own time.
  expect(compaction_due_since).toBe(started_at);
  for (const [due, shown] of [
    [null, null],
    [Date.parse(started_at) - 86_400_000, started_at],
    [Date.parse(verified_at) + 3_600_000, null],
  ]) {
    const client = (await app.withServices({ compactionDueSince: async () => due })).client(api.headers);
    const { results } = (await client.get('/deletions?limit=1')).body;
    const { body } = await client.get(path);
    expect([results[0].compaction_due_since, body.compaction_due_since]).toEqual([shown, shown]);
  }
});

it('200: a confirmed deletion of nothing is no mismatch', async () => {
  const { api } = await app.register();
  await write(api, 'a heron', { user_id: 'ada' });
  const { status, body } = await api.delete('/memories?user_id=ada&project=sea&confirm=0');
  const deletion_id = expect.any(String);
  expect([status, body]).toEqual([200, { matched: 0, deleted: 0, status: 'done', deletion_id }]);
  // A misspelt user must not look like one whose memories are gone.
  for (const query of ['user_id=Ada', 'user_id=Ada&confirm=0']) {
    const { body, text } = await api.delete(`/memories?${query}`);
    expect([body.matched, body.warnings.at(-1).code]).toEqual([0, 'unknown_user_id']);
    expect(text).not.toContain('confirm=0');
  }
});
