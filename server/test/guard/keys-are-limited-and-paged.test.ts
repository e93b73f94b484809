import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestAccount, type TestApp } from '../http/start-test-app.ts';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startTestApp();
  account = await app.register();
});
afterAll(() => app.close());

const create = () => app.services.accounts.createApiKey({ accountId: account.id, label: 'one of many' });

it('an account has at most 100 live keys, also when they are created at once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, create));
  // The test account began with one.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
  const rejected = await account.session.post('/api-keys', { label: 'one more' });
  expect([rejected.status, rejected.body.code]).toEqual([409, 'conflict']);
});

it('the list of keys comes in pages, each key once', async () => {
  const ids: string[] = [];
  let query = 'limit=40';
  for (;;) {
    const { status, body } = await account.session.get(`/api-keys?${query}`);
    expect(status).toBe(200);
    ids.push(...body.results.map(({ id }: { id: string }) => id));
    if (body.next_cursor === null) break;
    query = `limit=40&cursor=${body.next_cursor}`;
  }
  expect(ids).toHaveLength(100);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect((await account.session.get('/api-keys?cursor=bm90IG91cnM')).status).toBe(400);
});

it('a revoked key makes room for another', async () => {
  const [{ id }] = (await account.session.get('/api-keys?limit=1')).body.results;
  await account.session.delete(`/api-keys/${id}`);
  expect((await account.session.post('/api-keys', { label: 'instead of it' })).status).toBe(201);
});
