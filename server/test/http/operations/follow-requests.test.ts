import { expect } from 'vitest';
import { until } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, account } = useAccount({ isNewEach: true, plan: 'free' });

type Row = { id: string; operation: string };

const page = async (query: string, of = account, headers: Record<string, string> = {}) => {
  const response = await of.session.get(`/requests?${query}`, headers);
  expect(response.status, response.text).toBe(200);
  return response.body as { results: Row[]; total: number; newer_cursor: string };
};

const follow = (after: string, more = '', of = account) => page(`after=${after}${more}`, of, { Prefer: 'wait=10' });

/** Returns a cursor after which no request with the key of the account has been logged yet. */
async function caughtUp(of = account): Promise<string> {
  const { newer_cursor: before } = await page('limit=1', of);
  await of.api.get('/usage');
  const { newer_cursor } = await until(
    () => page(`after=${before}&source=rest`, of),
    ({ results }) => results.length > 0,
  );
  return newer_cursor;
}

it('200: what was logged after a cursor, in order and page by page', async () => {
  const start = await caughtUp();
  const ids: (string | string[] | undefined)[] = [];
  for (const path of ['/usage', '/facets', '/profile']) ids.push((await account.api.get(path)).headers['x-request-id']);
  const filter = '&source=rest';
  await expect.poll(async () => (await page(`after=${start}${filter}`)).total).toBe(3);
  const first = await page(`after=${start}${filter}&limit=2`);
  expect(first.results.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(first.total).toBe(3);
  const second = await page(`after=${first.newer_cursor}${filter}&limit=2`);
  expect(second.results.map(({ id }) => id)).toEqual(ids.slice(2));
  // The time of the wait ends first.
  expect((await page(`after=${second.newer_cursor}${filter}`, account, { Prefer: 'wait=1' })).results).toEqual([]);
});

it('200: it waits until a request is logged, and one of another account does not end the wait', async () => {
  const start = await caughtUp();
  const other = await app.register();
  const waiting = follow(start, '&source=rest');
  await other.api.get('/usage');
  await expect.poll(async () => (await page('source=rest', other)).total).toBe(1);
  const { headers } = await account.api.get('/usage');
  expect((await waiting).results).toMatchObject([{ id: headers['x-request-id'], operation: 'getUsage' }]);
});

it('200: requests that follow the log are not in it themselves, unless they fail', async () => {
  const start = await caughtUp();
  await page(`after=${start}`);
  expect((await account.session.get(`/requests?after=${start}&limit=0`)).status).toBe(400);
  await account.session.get('/usage');
  const { results } = await until(
    () => page(`after=${start}`),
    (found) => found.results.some(({ operation }) => operation === 'getUsage'),
  );
  const logged = results.filter(({ operation }) => operation === 'listRequests');
  expect(logged).toMatchObject([{ status_code: 400 }]);
});

it('401: a credential that has ended while its request waited learns nothing more', async () => {
  const start = await caughtUp();
  const [revoked, other] = [await app.createKey(account), await app.createKey(account)];
  const of = ({ key }: { key: string }) => app.client({ 'X-API-Key': key });
  const waiting = of(revoked).get(`/requests?after=${start}&source=rest`, { Prefer: 'wait=10' });
  expect((await account.session.delete(`/api-keys/${revoked.id}`)).status).toBe(200);
  await of(other).get('/usage');
  expect(await waiting).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});
