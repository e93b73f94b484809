import { expect } from 'vitest';
import { find, write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

interface Hit {
  id: string;
  memory: string;
  score: number;
}

async function search(query: string, more: object = {}): Promise<Hit[]> {
  const { status, text, body } = await api.post('/search', { query, ...more });
  expect(status, text).toBe(200);
  return body.results;
}

const query = 'Which food could harm Mira in the morning?';
const facts = [
  'Mira is allergic to peanuts and carries an adrenaline pen',
  'Mira prefers to be called before ten in the morning',
  'The dog of the neighbours is called Biscuit in the morning',
  ...Array.from({ length: 9 }, (_, number) => `The backup ${number} of the database runs in the morning`),
];
it.beforeAll(async () => {
  await Promise.all(facts.map((text) => writeReady(api, text, { run_id: 'facts' })));
});

// The evaluation sets measure how well questions find.
it('200: a shorter list is the beginning of a longer one, and ten is the default', async () => {
  const long = await search(query, { top_k: 100, run_id: 'facts' });
  expect(long.length).toBeGreaterThan(10);
  for (const top_k of [1, 2, 3]) {
    expect(await search(query, { top_k, run_id: 'facts' })).toEqual(long.slice(0, top_k));
  }
  expect(await search(query, { run_id: 'facts' })).toEqual(long.slice(0, 10));
});

it('200: a threshold cuts exactly there', async () => {
  const all = await search(query, { top_k: 100 });
  const threshold = all[2]?.score as number;
  expect(await search(query, { top_k: 100, threshold })).toEqual(all.filter(({ score }) => score >= threshold));
  expect(await search(query, { threshold: 1 })).toEqual([]);
  expect(await search(query, { top_k: 100, threshold: 0 })).toEqual(all);
});

it('200: while the encoder is away words still find, and degraded states what is missing', async () => {
  const of = async (query: string) => (await api.post('/search', { query })).body;
  app.embedder.queriesFail = true;
  const [found, none] = [await of('Biscuit the dog'), await of('xylophonist')];
  app.embedder.queriesFail = false;
  expect(found).toMatchObject({ degraded: ['vector'], results: [{ memory: facts[2] }] });
  expect(none).toEqual({ results: [], degraded: ['vector'] });
  expect((await of('Biscuit the dog')).degraded).toEqual([]);
  // This server has no reranker.
  const { degraded } = (await api.post('/search', { query: 'Biscuit the dog', rerank: true })).body;
  expect(degraded).toEqual(['rerank']);
});

it('200: a query of 8,000 characters, and one without a word that means anything', async () => {
  expect(await find(api, `Biscuit ${'dog '.repeat(1_998)}`.slice(0, 8_000), { run_id: 'facts' })).not.toEqual([]);
  for (const query of ['the of and', '?!', '...']) expect((await api.post('/search', { query })).status).toBe(200);
});

it('filters with a scope or an operator of another service are answered with a warning that shows the right form', async () => {
  const { api } = await app.register();
  await write(api, 'a heron nests here', { metadata: { run_id: 'r1', not: true } });
  const warningsOf = async (filters: object) => (await api.post('/search', { query: 'heron', filters })).body.warnings;
  expect(await warningsOf({ user_id: 'u' })).toMatchObject([
    { code: 'scope_in_filters', message: expect.stringContaining('Send user_id beside query') },
  ]);
  expect(await warningsOf({ AND: ['a'], agent_id: 'x' })).toMatchObject([
    { code: 'operator_in_filters', message: expect.stringContaining('as where, such as {"all":') },
    { code: 'scope_in_filters' },
  ]);
  const where = {
    any: ['user_id', 'metadata.not'].map((key) => ({ key, op: 'eq', value: 'u' })),
    none: [{ key: 'run_id', op: 'eq', value: 'r1' }],
  };
  expect((await api.post('/search', { query: 'heron', where })).body.warnings).toMatchObject([
    { code: 'scope_in_filters', message: expect.stringContaining('where.user_id is read as a metadata key') },
    { code: 'path_in_filters' },
  ]);
  expect(await warningsOf({ 'metadata.not': true })).toMatchObject([
    { code: 'path_in_filters', message: expect.stringContaining('Send not instead') },
  ]);
  // These are keys of a memory.
  for (const filters of [{ run_id: 'r1' }, { run_id: 'r2' }, { not: false }])
    expect(await warningsOf(filters)).toBeUndefined();
  const rejected = await api.post('/search', { query: 'heron', filters: { price: { gte: 3 } } });
  expect([rejected.status, rejected.body.errors[0]]).toMatchObject([
    400,
    { path: '/body/filters/price', message: expect.stringContaining('other conditions are sent as where') },
  ]);
});
