import { expect } from 'vitest';
import { list } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();
const secret = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');

const post = (memories: unknown, headers: Record<string, string> = {}) =>
  api.post('/memories/batch', { memories }, headers);

it('200: accepted memories are written in their order, and each of the others has its own error', async () => {
  const run_id = 'mixed';
  const items = [
    { text: 'first', run_id },
    { text: '   ', run_id },
    { text: 'second', run_id, metadata: { tags: ['x'] } },
    { text: `our key is ${secret}`, run_id },
    { text: 'third', messages: [{ role: 'user', content: 'hi' }] },
    { text: 'fourth', txet: 'misspelt' },
    'no object',
    { text: 'half \ud800 of a pair' },
    { text: 'fifth', occurred_at: 'yesterday' },
    { text: 'sixth', expires_at: '2020-02-20T00:00:00Z' },
    { text: 'seventh', metadata: { size: 2 ** 60 } },
    { text: 'last', run_id },
  ];
  const { status, body } = await post(items);
  expect([status, body.accepted, body.rejected]).toEqual([200, 3, 9]);
  const codes = body.results.map((one: { memory?: { status: string }; error?: { code: string } }) =>
    one.memory ? one.memory.status : one.error?.code,
  );
  const [invalid, sensitive] = ['invalid_request', 'sensitive_content'];
  expect(codes).toEqual(['pending', invalid, 'pending', sensitive, ...Array(7).fill(invalid), 'pending']);
  expect(body.results.map(({ index }: { index: number }) => index)).toEqual(items.map((_, index) => index));
  const paths = body.results.map(({ error }: { error?: { errors: { path: string }[] } }) => error?.errors[0]?.path);
  const named = '1/text 3/text 4 5/txet 6 7/text 8/occurred_at 9/expires_at 10/metadata/size'.split(' ');
  expect(paths.filter(Boolean)).toEqual(named.map((path) => `/body/memories/${path}`));
  const written = await list(api, { run_id });
  const accepted = body.results.flatMap(({ memory }: { memory?: { memory_id: string } }) => memory?.memory_id ?? []);
  expect(written).toEqual([...accepted].reverse());
});

it('200: the error of an item is that of a single write, apart from its path', async () => {
  for (const item of [{}, { text: 'x', user_id: '' }, { text: 'x', metadata: { n: 1e16 } }, { messages: [{}] }]) {
    const single = await api.post('/memories', item);
    const { error } = (await post([item])).body.results[0];
    const errors = error.errors.map((one: { path: string; message: string }) => ({
      ...one,
      path: one.path.replace('/body/memories/0', '/body'),
    }));
    expect(errors).toEqual(single.body.errors);
  }
});

it('200: the plan and the month have room for the first of several, each counts, and a replay repeats the result', async () => {
  const { api: free } = await app.register({ plan: 'free' });
  const batch = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ text: `item ${at}`, metadata: at % 2 ? { project: `p${at}` } : {} }));
  const first = await free.post('/memories/batch', { memories: batch(5) }, { 'Idempotency-Key': 'batch-1' });
  const codes = ({ body }: typeof first) =>
    body.results.map(({ error }: { error?: { code: string } }) => error?.code ?? 'accepted');
  expect(codes(first)).toEqual(['accepted', 'accepted', 'accepted', 'plan_limit_reached', 'accepted']);
  const again = await free.post('/memories/batch', { memories: batch(5) }, { 'Idempotency-Key': 'batch-1' });
  expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', first.body]);
  const plain = Array.from({ length: 98 }, (_, at) => ({ text: `more ${at}` }));
  const rest = codes(await free.post('/memories/batch', { memories: plain }));
  expect(rest).toEqual([...Array(96).fill('accepted'), 'quota_exceeded', 'quota_exceeded']);
  expect((await free.get('/usage')).body.memory_write.used).toBe(100);
});

it('200: with Prefer: wait the memories that became ready say so, and are found by their meaning', async () => {
  const { body } = await post([{ text: 'ready soon' }, { text: ' ' }, { text: 'as soon' }], { Prefer: 'wait=10' });
  const statuses = body.results.map(({ memory }: { memory?: { status: string } }) => memory?.status);
  expect(statuses).toEqual(['ready', undefined, 'ready']);
});

it('200: a body of more than 1 MB is read', async () => {
  // Texts that are too long leave nothing to ingest, for which other tests would wait.
  const { status, body } = await post(Array(20).fill({ text: 'x'.repeat(100_001) }));
  expect([status, body.rejected]).toEqual([200, 20]);
});
